import type { Server } from "node:http";
import type { Socket } from "node:net";

/** A packet of 64 KiB may contain 3,600 requests. A slice of this size contains about 200 of the shortest. */
const SLICE_BYTES = 4_096;
/**
 * A slice shorter than this contains one request, or a few. Such a slice is parsed at once, because most clients send
 * one request after the other. Views of the shared buffer are kept for these lengths.
 */
const SHORT_BYTES = 1_024;

type Waiting = { startNext(): boolean };
/** Shares the turns of the event loop between connections (`gate/turn-budget.ts`). */
export type Turns = {
  /** Tells whether a slice may be parsed at once. */
  hasTurnTime(): boolean;
  awaitTurn(waiting: Waiting): void;
  leaveTurns(waiting: Waiting): void;
};

type Handle = { isStreamBase?: boolean; useUserBuffer?: (buffer: Uint8Array) => void };
type OnRead = (length: number) => boolean;
type OnData = (slice: Buffer) => void;
/**
 * Node's name for the list of the names and values in the head that is being parsed. The list has at most
 * `maxHeadersCount` fields.
 */
const HEADERS = "_headers";
type Parser = { readonly [HEADERS]?: readonly string[] };
type Owner = Socket & { parser?: Parser | null };

const handleOf = (socket: Socket) => Reflect.get(socket, "_handle") as Handle | null | undefined;
const symbolsOf = (socket: Socket) =>
  new Map(Object.getOwnPropertySymbols(socket).map((symbol) => [symbol.description, symbol]));

/**
 * Node 20 parses a head to its end, however many fields it has, and a head of 16 KiB can have 3,200. Later versions
 * report this error after `maxHeadersCount` fields.
 */
const tooManyFields = Object.assign(new Error("too many header fields"), { code: "HPE_HEADER_OVERFLOW" });

/**
 * Node lets its parser read each connection itself, up to 64 KiB at once, and creates all requests in these bytes
 * before any code can prevent it. This code reads slices of every connection into one shared buffer, as `onread` of
 * `net.connect` does for clients, and passes them to the parser, until a head has too many fields. What a paused
 * connection has sent beyond its slice stays in the kernel. A slice with many requests waits for a turn that has time
 * for it, and the connection is not read until then.
 */
export const readInSlices = (server: Server, turns: Turns, sliceBytes = SLICE_BYTES): void => {
  const buffer = Buffer.allocUnsafeSlow(sliceBytes);
  const views: Buffer[] = [];
  const viewOf = (length: number) =>
    length < SHORT_BYTES ? (views[length] ??= buffer.subarray(0, length)) : buffer.subarray(0, length);
  let symbols: ReturnType<typeof symbolsOf> | undefined;

  // This listener runs before Node's own, which then leaves the reading to the socket.
  server.prependListener("connection", (socket: Socket) => {
    const handle = handleOf(socket);
    if (handle?.isStreamBase === true) Reflect.set(handle, "_consumed", true);
  });
  server.on("connection", (socket: Socket) => {
    const handle = handleOf(socket);
    if (handle?.isStreamBase !== true) return;
    symbols ??= symbolsOf(socket);
    const [ofBuffer, ofCallback] = [symbols.get("kBuffer"), symbols.get("kBufferCb")];
    // This version of Node works differently: the socket emits `data` with packets of a size that Node chooses.
    if (ofBuffer === undefined || ofCallback === undefined || handle.useUserBuffer === undefined) return;
    // Calling Node's listener directly, instead of emitting `data`, increases the throughput of the hot list by 8 %.
    const [parse] = socket.listeners("data") as OnData[];
    const owner = socket as Owner;
    const { parser } = owner;
    // A `maxHeadersCount` of 0 means that there is no limit.
    const maxStrings = 2 * (server.maxHeadersCount || Infinity);
    let held: Buffer | undefined;
    let isRefused = false;
    const pass = (slice: Buffer) => {
      // Node removes the parser after a CONNECT request.
      if (isRefused || owner.parser !== parser) return;
      parse?.(slice);
      isRefused = (parser?.[HEADERS]?.length ?? 0) >= maxStrings;
      if (isRefused) server.emit("clientError", tooManyFields, socket);
    };
    const waiting: Waiting = {
      startNext() {
        const slice = held;
        held = undefined;
        if (slice === undefined || socket.destroyed) return false;
        pass(slice);
        if (!socket.isPaused()) socket.read(0);
        return false;
      },
    };
    const hold = (slice: Buffer) => {
      if (held === undefined) turns.awaitTurn(waiting);
      // Node continues to read from the socket while a request body is read, so the bytes are collected.
      held = held === undefined ? Buffer.from(slice) : Buffer.concat([held, slice]);
    };
    const onRead: OnRead = (length) => {
      const isNext = held === undefined && (length < SHORT_BYTES || turns.hasTurnTime());
      if (isNext) pass(viewOf(length));
      else hold(viewOf(length));
      return isNext;
    };
    // This listener runs before Node's own, which ends the parser. The parser has not got all bytes yet.
    socket.prependListener("end", () => waiting.startNext());
    socket.on("close", () => turns.leaveTurns(waiting));
    Object.assign(socket, { [ofBuffer]: buffer, [ofCallback]: onRead });
    handle.useUserBuffer(buffer);
  });
};
