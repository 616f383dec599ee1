import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestApi } from "./test-api.js";

type RawRequest = {
  readonly headers?: Readonly<Record<string, string>>;
  /** The `Content-Length`. Without it, the body is chunked. */
  readonly length?: number;
  /** The part of the body that is sent first. */
  readonly body?: string;
};

export type RawExchange = {
  readonly socket: Socket;
  /** Sends more of the body. Resolves when the data is in the kernel's buffer. */
  readonly send: (body: string) => Promise<void>;
  /** Returns the response so far. */
  readonly answer: () => string;
  /** Returns the status; undefined while the service waits for the rest of the request. */
  readonly status: () => number | undefined;
};

const isOpen = ({ destroyed, writable }: Socket) => !destroyed && writable;

/** Sends a header and a part of a body on a separate connection, like a client that then pauses. */
export const startRequest = async (api: TestApi, line: string, request: RawRequest = {}): Promise<RawExchange> => {
  const { headers = {}, length, body = "" } = request;
  const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  let received = "";
  socket.on("data", (data) => (received += data.toString()));
  const write = (text: string) =>
    new Promise<void>((resolve) => (isOpen(socket) ? socket.write(text, () => resolve()) : resolve()));
  const framed = (text: string) =>
    length === undefined ? `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n` : text;
  const framing = length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  const fields = Object.entries({ Host: "a", Origin: "http://a", "Content-Type": "application/json", ...headers });
  const head = [`${line} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), framing];
  await write(`${head.join("\r\n")}\r\n\r\n${body === "" ? "" : framed(body)}`);
  return {
    socket,
    send: (text) => write(framed(text)),
    answer: () => received,
    status: () => {
      const [, status] = /^HTTP\/1\.1 (\d+) /.exec(received) ?? [];
      return status === undefined ? undefined : Number(status);
    },
  };
};
