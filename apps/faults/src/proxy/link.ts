import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FrontendMessage, Step } from "./frontend-messages.js";

/** Returns for how many milliseconds this many bytes are held back. */
type Delay = (bytes: number) => number;

/**
 * A connection of the service, the proxy's matching connection to PostgreSQL, and the operations with which a toxic can
 * affect them.
 */
export type Link = {
  slow(delay: Delay): void;
  /** Stops data in both directions, and keeps both connections open. */
  freeze(): void;
  thaw(): void;
  /** Discards all bytes, and closes both connections after some time. */
  swallow(closeAfterMs: number): void;
  /** Closes the service's connection with RST, and PostgreSQL's with FIN. */
  reset(): void;
  /** Closes both connections in the middle of the next response of PostgreSQL. */
  cutNextAnswer(): void;
  close(): void;
};

const createDelayedWriter = (to: Socket) => {
  let tail = Promise.resolve();
  let waiting = 0;
  let freeAt = 0;
  const write = (bytes: Buffer) => {
    if (to.writable) to.write(bytes);
  };
  const writeLater = async (before: Promise<void>, bytes: Buffer, at: number) => {
    await before;
    await sleep(Math.max(0, at - performance.now()));
    waiting -= 1;
    write(bytes);
  };
  return {
    send: (bytes: Buffer, delayMs: number) => {
      if (waiting === 0 && delayMs === 0) {
        write(bytes);
        return;
      }
      freeAt = Math.max(freeAt, performance.now()) + delayMs;
      waiting += 1;
      tail = writeLater(tail, bytes, freeAt);
    },
    end: () => void tail.then(() => to.end()),
  };
};

type Ends = { readonly client: Socket; readonly server: Socket };

/** Splits the client's bytes into messages, some of which are steps. */
export type Reader = (chunk: Buffer) => FrontendMessage[];

/** @param onStep - Is called at each step. If it returns false, PostgreSQL does not get the message. */
export const joinLink = ({ client, server }: Ends, read: Reader, onStep: (link: Link, step: Step) => boolean): Link => {
  const toClient = createDelayedWriter(client);
  let delay: Delay = () => 0;
  let isSwallowing = false;
  let isCutting = false;

  const link: Link = {
    slow: (by) => void (delay = by),
    freeze: () => [client, server].forEach((socket) => socket.pause()),
    thaw: () => [client, server].forEach((socket) => socket.resume()),
    swallow: (closeAfterMs) => {
      isSwallowing = true;
      setTimeout(() => link.close(), closeAfterMs).unref();
    },
    reset: () => {
      client.resetAndDestroy();
      server.destroy();
    },
    cutNextAnswer: () => void (isCutting = true),
    close: () => {
      client.destroySoon();
      server.destroy();
    },
  };

  client.on("data", (chunk: Buffer) => {
    if (isSwallowing) return;
    for (const { bytes, step } of read(chunk)) {
      if (step !== undefined) delay = () => 0;
      const isDelivered = step === undefined || onStep(link, step);
      // The rest of the statement (Describe, Execute, Sync) is discarded with it.
      if (!isDelivered) return;
      if (server.writable) server.write(bytes);
    }
  });
  server.on("data", (chunk: Buffer) => {
    if (isSwallowing) return;
    if (isCutting) {
      client.end(chunk.subarray(0, Math.ceil(chunk.length / 2)));
      server.destroy();
      return;
    }
    toClient.send(chunk, delay(chunk.length));
  });
  client.once("close", () => server.destroySoon());
  server.once("close", () => !isSwallowing && toClient.end());
  for (const socket of [client, server]) socket.on("error", () => {});
  return link;
};
