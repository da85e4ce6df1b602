import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Server } from 'socket.io';

/** The reference of the chat: plain Socket.IO, which acknowledges a message once it is committed by one INSERT. */
const pool = new pg.Pool({ ...JSON.parse(process.env['CHAT_DATABASE'] ?? '{}'), max: 8 });
pool.on('error', () => {});
await pool.query(`
  create schema bare_chat;
  create table bare_chat.messages (
    id bigint generated always as identity primary key, room text not null, content text not null,
    at timestamptz not null default now())`);

const server = createServer();
const io = new Server(server);
io.on('connection', (socket) => {
  socket.on(
    'sendMessage',
    async (
      message: { readonly orderId: string; readonly content: string },
      acknowledge: (answer: object) => void,
    ) => {
      await pool.query({
        name: 'store',
        text: 'insert into bare_chat.messages (room, content) values ($1, $2)',
        values: [message.orderId, message.content],
      });
      acknowledge({ ok: true, message });
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
