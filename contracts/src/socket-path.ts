/** Where the socket listens. In a file of its own, without a schema: every page of the client asks for it. */
export const socketPath = '/socket.io';
