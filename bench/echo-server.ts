import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

/** The reference of the chat: plain Socket.IO, which acknowledges messages and stores nothing. */
const server = createServer();
const io = new Server(server);
io.on('connection', (socket) => {
  socket.on('sendMessage', (message: object, acknowledge: (answer: object) => void) =>
    acknowledge({ ok: true, message }),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
