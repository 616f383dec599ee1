import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

type InFlight = { readonly response: ServerResponse; readonly onEnd: () => void };

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Per connection. Beyond them its requests wait, and its socket is not read. */
const MAX_IN_FLIGHT = 16;
const MAX_UNREAD_BYTES = 1_048_576;
/** Across all connections. Node parses a whole packet, which may contain a thousand requests. */
const MAX_WAITING = 10_000;
const total = { waiting: 0 };

const MAX_UNREAD_MS = 30_000;
const MAX_TOTAL_UNREAD_BYTES = 268_435_456;
const SWEEP_INTERVAL_MS = 1_000;

const connectionKey = Symbol("connection");
type Tracked = { [connectionKey]?: Connection };

type UnreadLimits = { readonly maxUnreadMs: number; readonly maxTotalUnreadBytes: number };

export class Connection {
  readonly #socket: Socket;
  /** No Map: each time one gets empty, V8 allocates a new table. */
  readonly #inFlight: InFlight[] = [];
  readonly #waiting: Exchange[] = [];
  #handle: Handle = () => {};
  #whenIdle: (() => void) | undefined;
  #isPaused = false;
  #isClosing = false;
  /** The response that sends `Connection: close` unless a later one replaces it. */
  #closing: ServerResponse | undefined;
  #unread = { end: 0, since: 0 };
  isRefused = false;
  last: Exchange | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("close", () => this.#closeAll());
    // Node removes its own listener after a CONNECT, while earlier requests may be in flight.
    socket.on("error", () => {});
  }

  accept(exchange: Exchange, handle: Handle): void {
    // RFC 9112 §9.6: process nothing after a `Connection: close`. Node may have read it already.
    if (this.#isClosing && this.#hasSentClose()) return;
    this.last = exchange;
    if (this.#isClosing) this.#announceCloseIn(exchange.response);
    // Node ignores Upgrade and drops the rest of the packet: the close makes a client resend pipelined requests.
    if (exchange.request.headers.upgrade !== undefined) exchange.response.shouldKeepAlive = false;
    if (this.#waiting.length === 0 && !this.#isFull()) return handle(exchange.request, exchange.response);
    if (total.waiting >= MAX_WAITING) return void this.#socket.destroy();
    total.waiting += 1;
    this.#handle = handle;
    this.#waiting.push(exchange);
    this.#pause();
  }

  /** @param onEnd - Called once: when the response is sent or the connection closes. */
  open(response: ServerResponse, onEnd: () => void): void {
    if (this.#socket.destroyed) {
      response.destroy();
      return onEnd();
    }
    this.#inFlight.push({ response, onEnd });
    // Emitted once: `once` would only add cost.
    response.on("close", () => this.#finish(response));
  }

  /** Only the newest response sends `Connection: close`: the client may have pipelined requests. */
  announceClose(): void {
    this.#isClosing = true;
    if (this.last !== undefined) this.#announceCloseIn(this.last.response);
  }

  /** Stops reading, and calls back once all requests so far are answered. */
  refuse(callback: () => void): void {
    this.isRefused = true;
    this.#whenIdle = callback;
    this.#pause();
    this.#startWaiting();
  }

  /** Removes the last request if its body broke off while it waited. */
  withdrawLast(): void {
    if (this.last === undefined || this.last.request.complete || this.#waiting.at(-1) !== this.last) return;
    this.#waiting.pop();
    total.waiting -= 1;
    this.last = undefined;
  }

  get unreadBytes(): number {
    let bytes = this.#socket.writableLength;
    // The current response counts the socket's bytes again, which errs on the safe side.
    for (const { response } of this.#inFlight) bytes += response.writableLength;
    return bytes;
  }

  /** Call it periodically: it also records the client's progress. */
  isStalled(maxUnreadMs: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    const now = performance.now();
    if (writableLength === 0 || bytesWritten - writableLength >= this.#unread.end) {
      this.#unread = { end: bytesWritten, since: now };
    }
    return writableLength > 0 && now - this.#unread.since >= maxUnreadMs;
  }

  #hasSentClose(): boolean {
    if (this.#socket.writableEnded) return true;
    return this.#inFlight.some(({ response }) => response.headersSent && !response.shouldKeepAlive);
  }

  #announceCloseIn(newest: ServerResponse): void {
    if (this.#closing?.headersSent === false) this.#closing.shouldKeepAlive = true;
    this.#closing = undefined;
    if (newest.headersSent || !newest.shouldKeepAlive) return;
    newest.shouldKeepAlive = false;
    this.#closing = newest;
  }

  #isFull(): boolean {
    const { length } = this.#inFlight;
    return length > 0 && (length >= MAX_IN_FLIGHT || this.unreadBytes >= MAX_UNREAD_BYTES);
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#socket.pause();
    // Node resumes the socket when it reads a request body.
    this.#socket.on("resume", this.#stayPaused);
  }

  readonly #stayPaused = () => void this.#socket.pause();

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.removeListener("resume", this.#stayPaused);
    this.#socket.resume();
  }

  #finish(response: ServerResponse): void {
    const at = this.#inFlight.findIndex((one) => one.response === response);
    const [ended] = at === -1 ? [] : this.#inFlight.splice(at, 1);
    if (ended === undefined) return;
    ended.onEnd();
    // An idle connection need not keep it; an error in its body would still concern it.
    if (this.last?.response === response && this.last.request.complete) this.last = undefined;
    // Node closes the current response before the socket emits `close`: waiting requests must not start then.
    if (this.#isPaused && !this.#socket.destroyed) this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#waiting.length > 0 && !this.#isFull()) {
      const { request, response } = this.#waiting.shift() as Exchange;
      total.waiting -= 1;
      this.#handle(request, response);
    }
    if (this.#waiting.length > 0) return;
    if (!this.isRefused) return this.#resume();
    if (this.#inFlight.length > 0) return;
    const callback = this.#whenIdle;
    this.#whenIdle = undefined;
    this.#resume();
    callback?.();
  }

  /** Node emits `close` only on the response that is being sent. */
  #closeAll(): void {
    this.#whenIdle = undefined;
    const waiting = this.#waiting.splice(0);
    total.waiting -= waiting.length;
    for (const { response, onEnd } of this.#inFlight.splice(0)) {
      response.destroy();
      onEnd();
    }
    // On a closed connection a request only gets its log line.
    for (const { request, response } of waiting) {
      response.destroy();
      this.#handle(request, response);
    }
  }
}

export const connectionOf = (socket: Socket): Connection =>
  ((socket as Tracked)[connectionKey] ??= new Connection(socket));

const sweep = (connections: ReadonlyMap<Socket, Connection>, { maxUnreadMs, maxTotalUnreadBytes }: UnreadLimits) => {
  const unread: { readonly socket: Socket; readonly bytes: number }[] = [];
  let totalBytes = 0;
  for (const [socket, connection] of connections) {
    const bytes = connection.unreadBytes;
    if (connection.isStalled(maxUnreadMs)) socket.destroy();
    else if (bytes > 0) {
      unread.push({ socket, bytes });
      totalBytes += bytes;
    }
  }
  if (totalBytes <= maxTotalUnreadBytes) return;
  unread.sort((one, other) => other.bytes - one.bytes);
  for (const { socket, bytes } of unread) {
    if (totalBytes <= maxTotalUnreadBytes) return;
    socket.destroy();
    totalBytes -= bytes;
  }
};

type Tracker = { readonly connections: ReadonlyMap<Socket, Connection>; isClosing: boolean };
const trackers = new WeakMap<Server, Tracker>();

/** Without it a client could send its next request while the connection closes. */
export const announceClose = (server: Server): void => {
  const tracker = trackers.get(server);
  if (tracker === undefined) throw new TypeError("The server's connections are not tracked.");
  tracker.isClosing = true;
  for (const connection of tracker.connections.values()) connection.announceClose();
};

export const trackConnections = (
  server: Server,
  limits: UnreadLimits = { maxUnreadMs: MAX_UNREAD_MS, maxTotalUnreadBytes: MAX_TOTAL_UNREAD_BYTES },
): void => {
  const connections = new Map<Socket, Connection>();
  const tracker: Tracker = { connections, isClosing: false };
  trackers.set(server, tracker);
  server.on("connection", (socket) => {
    const connection = connectionOf(socket);
    connections.set(socket, connection);
    if (tracker.isClosing) connection.announceClose();
    socket.on("close", () => connections.delete(socket));
  });
  server.on("listening", () => {
    const sweeping = setInterval(() => sweep(connections, limits), SWEEP_INTERVAL_MS).unref();
    server.once("close", () => clearInterval(sweeping));
  });
};
