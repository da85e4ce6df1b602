import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

/** The minimal page that shows a change: a call is broadcast to every page, which displays it. */
const page = `<!doctype html><title>bare</title><h1>-</h1><script src="/socket.io/socket.io.js"></script>
<script>io({ transports: ['websocket'] }).on('value', (value) => { document.querySelector('h1').textContent = value; });</script>`;

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    return response.end(page);
  }
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    io.emit('value', body);
    response.end('{}');
  });
});
const io = new Server(server);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
