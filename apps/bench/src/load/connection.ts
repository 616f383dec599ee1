import { connect, type Socket } from "node:net";
import { createResponseReader } from "./response-reader.js";

const RECONNECT_MS = 20;
const BUFFER_BYTES = 65_536;

export type Traffic = {
  readonly port: number;
  readonly next: () => Buffer | undefined;
  readonly onResponse: (status: number, milliseconds: number) => void;
  readonly onFailure: () => void;
  readonly onEnd: () => void;
};

export type Connection = {
  readonly close: () => void;
  /** Asks for the next request again after the supply has ended. */
  readonly resume: () => void;
};

export const openConnection = ({ port, next, onResponse, onFailure, onEnd }: Traffic): Connection => {
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
    const read = createResponseReader((status) => {
      onResponse(status, performance.now() - sentAt);
      send();
    });
    // `onread` avoids a buffer and a stream event for each response.
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
  return {
    close: () => {
      isIdle = true;
      socket.destroy();
    },
    resume: () => {
      isIdle = false;
      // The connection is opened again, because a server may close an idle one.
      if (socket.destroyed) open();
      else send();
    },
  };
};
