import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A request and the response to it. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

type Begin = (request: IncomingMessage, response: ServerResponse) => void;

/** Of one connection. Beyond these its requests wait, and nothing more is read from it. */
const MAX_IN_FLIGHT = 16;
const MAX_UNREAD_BYTES = 1_048_576;
/** Of all connections together. Node parses a packet to its end, so that one packet can bring a thousand. */
const MAX_WAITING = 10_000;
const total = { waiting: 0 };

const MAX_UNREAD_MS = 30_000;
const MAX_TOTAL_UNREAD_BYTES = 268_435_456;
const SWEEP_INTERVAL_MS = 1_000;

const connectionKey = Symbol("connection");
type Tracked = { [connectionKey]?: Connection };

/** What may be sent to clients and not be read by them, and for how long. */
type UnreadLimits = { readonly maxUnreadMs: number; readonly maxTotalUnreadBytes: number };

/** The requests that a connection brought and that are not yet answered, in their order. */
export class Connection {
  readonly #socket: Socket;
  /** With what ends each of them. */
  readonly #inFlight = new Map<ServerResponse, () => void>();
  readonly #waiting: Exchange[] = [];
  #begin: Begin = () => {};
  #whenIdle: (() => void) | undefined;
  #isHeld = false;
  #isClosing = false;
  /** What says `Connection: close`, as long as nothing follows it. */
  #closing: ServerResponse | undefined;
  /** What had been sent by then, up to which byte. */
  #unread = { end: 0, since: 0 };
  /** Whether the parser refused what came last: no further request can follow it. */
  isRefused = false;
  /** The request that came last. */
  last: Exchange | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("close", () => this.#end());
    // Node removes its own listener from the socket of a CONNECT, whose earlier requests may still be in flight.
    socket.on("error", () => {});
  }

  /** Begins a request, now or when those in front of it leave room for it. */
  take(exchange: Exchange, begin: Begin): void {
    // What follows a response that said `close` must not be processed (RFC 9112 §9.6). Node may have read it before.
    if (this.#isClosing && this.#hasSaidClose()) return;
    this.last = exchange;
    if (this.#isClosing) this.#sayCloseIn(exchange.response);
    // Node ignores Upgrade, and drops the rest of its packet: a client that pipelined behind it sends that again.
    if (exchange.request.headers.upgrade !== undefined) exchange.response.shouldKeepAlive = false;
    if (this.#waiting.length === 0 && !this.#isFull()) return begin(exchange.request, exchange.response);
    if (total.waiting >= MAX_WAITING) return void this.#socket.destroy();
    total.waiting += 1;
    this.#begin = begin;
    this.#waiting.push(exchange);
    this.#hold();
  }

  /** Notes a request as in flight. @param end - Called once: when the response is sent, or when the connection closes. */
  open(response: ServerResponse, end: () => void): void {
    if (this.#socket.destroyed) {
      response.destroy();
      return end();
    }
    this.#inFlight.set(response, end);
    // It comes once: `once` would only cost more.
    response.on("close", () => this.#finish(response));
  }

  /** From now on the newest response says `Connection: close`, and no earlier one: a client may have pipelined. */
  announceClose(): void {
    this.#isClosing = true;
    if (this.last !== undefined) this.#sayCloseIn(this.last.response);
  }

  /** Stops reading, and calls back once when all requests so far are answered. */
  refuse(callback: () => void): void {
    this.isRefused = true;
    this.#whenIdle = callback;
    this.#hold();
    this.#beginWaiting();
  }

  /** Takes back the last request where its body broke off while it waited. */
  withdrawLast(): void {
    if (this.last === undefined || this.last.request.complete || this.#waiting.at(-1) !== this.last) return;
    this.#waiting.pop();
    total.waiting -= 1;
    this.last = undefined;
  }

  /** Of responses that the client has not read. */
  get unreadBytes(): number {
    let bytes = this.#socket.writableLength;
    // That of the response which is being sent counts those of the socket again, which errs on the safe side.
    for (const response of this.#inFlight.keys()) bytes += response.writableLength;
    return bytes;
  }

  /** Whether the client has left for so long what it was sent. To be asked now and then: it notes how far the client was. */
  isStalled(maxUnreadMs: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    const now = performance.now();
    if (writableLength === 0 || bytesWritten - writableLength >= this.#unread.end) {
      this.#unread = { end: bytesWritten, since: now };
    }
    return writableLength > 0 && now - this.#unread.since >= maxUnreadMs;
  }

  #hasSaidClose(): boolean {
    if (this.#socket.writableEnded) return true;
    return [...this.#inFlight.keys()].some(({ headersSent, shouldKeepAlive }) => headersSent && !shouldKeepAlive);
  }

  #sayCloseIn(newest: ServerResponse): void {
    if (this.#closing?.headersSent === false) this.#closing.shouldKeepAlive = true;
    this.#closing = undefined;
    if (newest.headersSent || !newest.shouldKeepAlive) return;
    newest.shouldKeepAlive = false;
    this.#closing = newest;
  }

  #isFull(): boolean {
    const { size } = this.#inFlight;
    return size > 0 && (size >= MAX_IN_FLIGHT || this.unreadBytes >= MAX_UNREAD_BYTES);
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#socket.pause();
    // Each request whose body is read resumes the socket.
    this.#socket.on("resume", this.#stayPaused);
  }

  readonly #stayPaused = () => void this.#socket.pause();

  #release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#socket.removeListener("resume", this.#stayPaused);
    this.#socket.resume();
  }

  #finish(response: ServerResponse): void {
    const end = this.#inFlight.get(response);
    if (end === undefined) return;
    this.#inFlight.delete(response);
    end();
    // Node closes the response in front before the socket says so: what waits ends with the socket, and must not begin.
    if (this.#isHeld && !this.#socket.destroyed) this.#beginWaiting();
  }

  #beginWaiting(): void {
    while (this.#waiting.length > 0 && !this.#isFull()) {
      const { request, response } = this.#waiting.shift() as Exchange;
      total.waiting -= 1;
      this.#begin(request, response);
    }
    if (this.#waiting.length > 0) return;
    if (!this.isRefused) return this.#release();
    if (this.#inFlight.size > 0) return;
    const callback = this.#whenIdle;
    this.#whenIdle = undefined;
    this.#release();
    callback?.();
  }

  /** Node tells the close to the response that is being sent, and not to those behind it. */
  #end(): void {
    this.#whenIdle = undefined;
    const waiting = this.#waiting.splice(0);
    total.waiting -= waiting.length;
    const ends = [...this.#inFlight];
    this.#inFlight.clear();
    for (const [response, end] of ends) {
      response.destroy();
      end();
    }
    // Begun on a closed connection, a request gets its log line and nothing else.
    for (const { request, response } of waiting) {
      response.destroy();
      this.#begin(request, response);
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

/** From now on no response announces that its connection is kept: a client's next request on it could meet its end. */
export const announceClose = (server: Server): void => {
  const tracker = trackers.get(server);
  if (tracker === undefined) throw new TypeError("The server's connections are not tracked.");
  tracker.isClosing = true;
  for (const connection of tracker.connections.values()) connection.announceClose();
};

/** Watches every connection of a server: its errors, what it still owes, and what its client does not read. */
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
