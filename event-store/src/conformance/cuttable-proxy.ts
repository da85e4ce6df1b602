import { once } from 'node:events';
import net from 'node:net';

/** A message not yet delivered to the server. */
interface PendingMessage {
  pass(): void;
  drop(): void;
}

/**
 * A TCP connection between a log's client and its server that a test can break: cut it, refuse new ones, silence it,
 * deliver requests and lose the replies, or deliver requests late.
 */
export class CuttableProxy {
  readonly #target: net.NetConnectOpts;
  readonly #clients = new Set<net.Socket>();
  #server: net.Server | undefined;
  #port = 0;
  #losingReplies = false;
  #silent = new WeakSet<net.Socket>();
  #waiting: PendingMessage[] | undefined;
  #bytesAnswered = 0;

  private constructor(target: net.NetConnectOpts) {
    this.#target = target;
  }

  static async to(target: net.NetConnectOpts): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(target);
    await proxy.accept();
    return proxy;
  }

  /** On 127.0.0.1; constant. */
  get port(): number {
    return this.#port;
  }

  /** Number of bytes the server has sent. */
  get bytesAnswered(): number {
    return this.#bytesAnswered;
  }

  /** Breaks every open connection; new ones work. */
  cut(): void {
    this.#losingReplies = false;
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const one of waiting) one.drop();
    for (const client of this.#clients) client.resetAndDestroy();
  }

  /** From now on the server receives requests and the client gets no replies. Until `cut`. */
  loseReplies(): void {
    this.#losingReplies = true;
  }

  /**
   * Delays everything that clients send, also over new connections and from clients that have disconnected, until
   * `deliver` or `cut`.
   */
  hold(): void {
    this.#waiting ??= [];
  }

  deliver(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const one of waiting) one.pass();
  }

  /** Open connections transfer nothing, without closing; new ones work. */
  silence(): void {
    for (const client of this.#clients) this.#silent.add(client);
  }

  /** Breaks every connection and refuses new ones until `accept`. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.close();
    this.cut();
    if (server) await once(server, 'close');
  }

  async accept(): Promise<void> {
    const server = net.createServer((client) => this.#connect(client));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as net.AddressInfo).port;
  }

  #connect(client: net.Socket): void {
    const server = net.connect(this.#target);
    this.#clients.add(client);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
    }
    client.on('close', () => {
      this.#clients.delete(client);
      this.#send({ pass: () => server.end(), drop: () => server.destroy() });
    });
    server.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      if (!this.#silent.has(client)) this.#send({ pass: () => server.write(bytes), drop: () => {} });
    });
    server.on('data', (bytes) => {
      this.#bytesAnswered += bytes.length;
      if (!this.#losingReplies && !this.#silent.has(client)) client.write(bytes);
    });
  }
  #send(one: PendingMessage): void {
    if (this.#waiting === undefined) one.pass();
    else this.#waiting.push(one);
  }
}
