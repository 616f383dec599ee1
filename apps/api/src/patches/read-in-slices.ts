import type { Server } from "node:http";
import type { Socket } from "node:net";

/** A packet of 64 KiB may contain 3,600 requests; this many bytes contain some 200 of the shortest. */
const SLICE_BYTES = 4_096;
/** Views of the shared buffer that are kept: most requests are shorter. */
const KEPT_VIEWS = 1_024;

type Handle = { isStreamBase?: boolean; useUserBuffer?: (buffer: Uint8Array) => void };
type OnRead = (length: number) => boolean;
type OnData = (slice: Buffer) => void;
type Owner = Socket & { parser?: unknown };

const handleOf = (socket: Socket) => Reflect.get(socket, "_handle") as Handle | null | undefined;
const symbolsOf = (socket: Socket) =>
  new Map(Object.getOwnPropertySymbols(socket).map((symbol) => [symbol.description, symbol]));

/**
 * Node lets its parser read each connection itself, up to 64 KiB at once: all requests in it are created before any
 * code can stop. This reads slices of every connection into one shared buffer, as `onread` of `net.connect` does for
 * clients, and passes them to the parser: what a paused connection has sent beyond its slice stays in the kernel.
 */
export const readInSlices = (server: Server, sliceBytes = SLICE_BYTES): void => {
  const buffer = Buffer.allocUnsafeSlow(sliceBytes);
  const views: Buffer[] = [];
  const viewOf = (length: number) =>
    length < KEPT_VIEWS ? (views[length] ??= buffer.subarray(0, length)) : buffer.subarray(0, length);
  let symbols: ReturnType<typeof symbolsOf> | undefined;

  // Before Node's own listener, which then leaves the reading to the socket.
  server.prependListener("connection", (socket: Socket) => {
    const handle = handleOf(socket);
    if (handle?.isStreamBase === true) Reflect.set(handle, "_consumed", true);
  });
  server.on("connection", (socket: Socket) => {
    const handle = handleOf(socket);
    if (handle?.isStreamBase !== true) return;
    symbols ??= symbolsOf(socket);
    const [ofBuffer, ofCallback] = [symbols.get("kBuffer"), symbols.get("kBufferCb")];
    // Another Node: the socket emits `data` with packets of its own size.
    if (ofBuffer === undefined || ofCallback === undefined || handle.useUserBuffer === undefined) return;
    // Calling Node's listener is worth 8 % of the hot list's throughput against emitting `data`.
    const [parse] = socket.listeners("data") as OnData[];
    const owner = socket as Owner;
    const { parser } = owner;
    const onRead: OnRead = (length) => {
      // Node takes the parser away after a CONNECT.
      if (owner.parser === parser) parse?.(viewOf(length));
      return true;
    };
    Object.assign(socket, { [ofBuffer]: buffer, [ofCallback]: onRead });
    handle.useUserBuffer(buffer);
  });
};
