import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from './rate-limits.ts';

/** Closes connections beyond `max` of one network. Upgraded connections are not counted: sockets have their own limits. */
export function limitConnections(server: Server, max: number): void {
  const open = new Map<string, number>();
  const networks = new WeakMap<Socket, string>();
  const uncount = (socket: Socket): void => {
    const network = networks.get(socket);
    if (network === undefined) return;
    networks.delete(socket);
    const left = (open.get(network) ?? 1) - 1;
    if (left === 0) open.delete(network);
    else open.set(network, left);
  };
  server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '');
    const count = open.get(network) ?? 0;
    if (count >= max) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    networks.set(socket, network);
    socket.once('close', () => uncount(socket));
  });
  server.on('upgrade', (request) => uncount(request.socket));
}
