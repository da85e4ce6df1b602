import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from './rate-limits.ts';

/**
 * Hangs up on connections of a network that has `most` of them open. One that has become a socket no longer counts:
 * those have limits of their own.
 */
export function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  const networks = new WeakMap<Socket, string>();
  const forget = (socket: Socket): void => {
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
    if (count >= most) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    networks.set(socket, network);
    socket.once('close', () => forget(socket));
  });
  server.on('upgrade', (request) => forget(request.socket));
}
