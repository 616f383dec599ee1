import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { awaitTurn, hasTurnTime, leaveTurns } from "../turn-budget.js";

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

type InFlight = { readonly response: ServerResponse; readonly onEnd: () => void };

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The maximum number of requests of one connection that run at once. Further requests wait, and the socket is not read
 * in the meantime.
 */
const MAX_IN_FLIGHT = 16;
const MAX_UNREAD_BYTES = 1_048_576;
/**
 * The maximum number of requests that may wait on all connections together. One slice of a packet may contain two
 * hundred.
 */
const MAX_WAITING = 10_000;
const waitingConnections = new Set<Connection>();
const total = { waiting: 0 };
/**
 * A client may continue to send its body for this long after a response, so that it can read the response before the
 * connection closes.
 */
const LINGER_MS = 1_000;

const connectionKey = Symbol("connection");
type Tracked = { [connectionKey]?: Connection };

export class Connection {
  readonly #socket: Socket;
  /** This is an array because V8 allocates a new table each time that a Map becomes empty. */
  readonly #inFlight: InFlight[] = [];
  readonly #waiting: Exchange[] = [];
  #handle: Handle = () => {};
  #whenIdle: (() => void) | undefined;
  #isPaused = false;
  #isClosing = false;
  /** The response that sends `Connection: close` unless a later one replaces it. */
  #closing: ServerResponse | undefined;
  #unread = { end: 0, since: 0 };
  #lingering: NodeJS.Timeout | undefined;
  isRefused = false;
  onFirstResponse: (() => void) | undefined;
  last: Exchange | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("close", () => this.#closeAll());
    // Node removes its own listener after a CONNECT request, but earlier requests may still be in flight.
    socket.on("error", () => {});
  }

  accept(exchange: Exchange, handle: Handle): void {
    // RFC 9112 §9.6: the server processes no request after it has sent `Connection: close`. Node may already have read
    // one.
    if (this.#isClosing && this.#hasSentClose()) return;
    this.last = exchange;
    if (this.#isClosing) this.#announceCloseIn(exchange.response);
    // Node ignores Upgrade and drops the rest of the packet. The connection closes, so that the client sends its
    // pipelined requests again.
    if (exchange.request.headers.upgrade !== undefined) exchange.response.shouldKeepAlive = false;
    if (this.#waiting.length === 0 && this.#mayStart()) return handle(exchange.request, exchange.response);
    if (total.waiting >= MAX_WAITING && closeLongestQueue() === this) return;
    total.waiting += 1;
    this.#handle = handle;
    this.#waiting.push(exchange);
    waitingConnections.add(this);
    this.#pause();
    if (!this.#isFull()) awaitTurn(this);
  }

  /** Starts the next waiting request. @returns Whether the request after it may start too. */
  startNext(): boolean {
    if (this.#socket.destroyed || this.#isFull()) return false;
    this.#startOne();
    this.#afterStart();
    return this.#waiting.length > 0 && !this.#isFull();
  }

  /** @param onEnd - Is called once, when the response has been sent or the connection closes. */
  open(response: ServerResponse, onEnd: () => void): void {
    if (this.#socket.destroyed) {
      response.destroy();
      return onEnd();
    }
    this.#inFlight.push({ response, onEnd });
    // `close` is emitted once, so `once` would only add cost.
    response.on("close", () => this.#finish(response));
  }

  /** Only the newest response sends `Connection: close`, because the client may have pipelined requests. */
  announceClose(): void {
    this.#isClosing = true;
    if (this.last !== undefined) this.#announceCloseIn(this.last.response);
  }

  /** Stops reading the socket, and calls `callback` once all requests so far have been answered. */
  refuse(callback: () => void): void {
    this.isRefused = true;
    this.#whenIdle = callback;
    this.#pause();
    this.#startWaiting();
  }

  /** Removes the last request if the client stopped sending its body while the request was waiting. */
  withdrawLast(): void {
    if (this.last === undefined || this.last.request.complete || this.#waiting.at(-1) !== this.last) return;
    this.#waiting.pop();
    this.#countStarted(1);
    this.last = undefined;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** True if the service is not working on any request of the client. */
  get isIdle(): boolean {
    return this.#inFlight.length === 0 && this.#waiting.length === 0;
  }

  /** Closes the connection and forgets its waiting requests at once, without waiting for the socket's `close` event. */
  abandon(): void {
    this.#socket.destroy();
    this.#closeAll();
  }

  get unreadBytes(): number {
    let bytes = this.#socket.writableLength;
    // Some bytes in the socket's buffer also belong to the current response. They count twice, which overestimates the
    // unread bytes and is safe.
    for (const { response } of this.#inFlight) bytes += response.writableLength;
    return bytes;
  }

  /** Call it periodically, because each call also records the client's progress. */
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

  /**
   * The first request of a connection starts at once. Pipelined requests share a part of the event-loop turn with those
   * of all other connections.
   */
  #mayStart(): boolean {
    return this.#inFlight.length === 0 || (!this.#isFull() && hasTurnTime());
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
    if (this.onFirstResponse !== undefined) this.#tellFirstResponse();
    if (!response.req.complete && !this.#socket.destroyed) this.#linger(response.req);
    // While the connection is idle, its last exchange can be dropped, unless the body is incomplete and may still turn
    // out to be invalid.
    if (this.last?.response === response && this.last.request.complete) this.last = undefined;
    // Node closes the current response before the socket emits `close`. Waiting requests must not start at that point.
    if (this.#isPaused && !this.#socket.destroyed) this.#startWaiting();
  }

  #tellFirstResponse(): void {
    this.onFirstResponse?.();
    this.onFirstResponse = undefined;
  }

  /** Closes the connection some time after an early response. Otherwise a refused client could keep sending. */
  #linger(request: IncomingMessage): void {
    this.#lingering ??= setTimeout(() => {
      this.#lingering = undefined;
      if (!request.complete) this.#socket.destroy();
    }, LINGER_MS);
  }

  #startWaiting(): void {
    while (this.#waiting.length > 0 && !this.#isFull() && hasTurnTime()) this.#startOne();
    if (this.#waiting.length > 0 && !this.#isFull()) awaitTurn(this);
    this.#afterStart();
  }

  #startOne(): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#countStarted(1);
    this.#handle(next.request, next.response);
  }

  #countStarted(count: number): void {
    total.waiting -= count;
    if (this.#waiting.length === 0) waitingConnections.delete(this);
  }

  #afterStart(): void {
    if (this.#waiting.length > 0) return;
    if (!this.isRefused) return this.#resume();
    if (this.#inFlight.length > 0) return;
    const callback = this.#whenIdle;
    this.#whenIdle = undefined;
    this.#resume();
    callback?.();
  }

  /** Ends every request, because Node emits `close` only on the response that is being sent at the moment. */
  #closeAll(): void {
    this.#whenIdle = undefined;
    clearTimeout(this.#lingering);
    leaveTurns(this);
    const waiting = this.#waiting.splice(0);
    this.#countStarted(waiting.length);
    for (const { response, onEnd } of this.#inFlight.splice(0)) {
      response.destroy();
      onEnd();
    }
    // The connection is closed, so a waiting request is only logged.
    for (const { request, response } of waiting) {
      response.destroy();
      this.#handle(request, response);
    }
  }
}

/** Closes the connection that has the most waiting requests, even if the newest request came on another connection. */
const closeLongestQueue = (): Connection | undefined => {
  let longest: Connection | undefined;
  for (const connection of waitingConnections) {
    if (connection.waitingCount > (longest?.waitingCount ?? 0)) longest = connection;
  }
  longest?.abandon();
  return longest;
};

export const connectionOf = (socket: Socket): Connection =>
  ((socket as Tracked)[connectionKey] ??= new Connection(socket));
