import { connect, type Socket } from "node:net";
import { createAnswerReader } from "./answer-reader.js";

const RECONNECT_MS = 20;
const BUFFER_BYTES = 65_536;

export type Traffic = {
  readonly port: number;
  /** The next request; undefined ends the connection's work. */
  readonly next: () => Buffer | undefined;
  readonly onAnswer: (status: number, milliseconds: number) => void;
  /** The connection failed, with a request under way or while connecting. It is made anew. */
  readonly onFailure: () => void;
  /** It has nothing more to do, and stays open. */
  readonly onEnd: () => void;
};

/** A keep-alive connection with one request at a time. Returns what closes it. */
export const openConnection = ({ port, next, onAnswer, onFailure, onEnd }: Traffic): (() => void) => {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let socket: Socket;
  let sentAt = 0;
  let isIdle = false;

  const send = () => {
    const request = next();
    if (request === undefined) {
      isIdle = true;
      return onEnd();
    }
    sentAt = performance.now();
    socket.write(request);
  };

  const open = () => {
    const read = createAnswerReader((status) => {
      onAnswer(status, performance.now() - sentAt);
      send();
    });
    // `onread` spares a buffer and a stream's event for each answer.
    const onread = {
      buffer,
      callback: (size: number, bytes: Uint8Array) => {
        read(bytes as Buffer, size);
        return true;
      },
    };
    socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
    socket.once("connect", send);
    socket.on("error", () => {});
    socket.once("close", () => {
      if (isIdle) return;
      onFailure();
      setTimeout(() => (isIdle ? undefined : open()), RECONNECT_MS);
    });
  };

  open();
  return () => {
    isIdle = true;
    socket.destroy();
  };
};
