import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createGains } from "./gains.js";

const DEPTH = 16;
const CONNECTIONS = 4;

/**
 * Runs a client that reads everything and keeps 16 requests in flight on each connection.
 * @returns Answers per second.
 */
export const measurePipelining = async (port: number, request: string, seconds: number): Promise<number> => {
  const gains = createGains();
  const answered = () => gains.counts().statuses["200"] ?? 0;
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const read = gains.reader();
    let [isStopping, inFlight] = [false, 0];
    const send = (count: number) => {
      inFlight += count;
      socket.write(request.repeat(count), "latin1");
    };
    const ended = new Promise<void>((resolve, reject) => {
      socket.once("error", reject).once("close", () => {
        if (isStopping) resolve();
        else reject(new Error("The service closed the connection of a client that read everything."));
      });
    });
    socket.once("connect", () => send(DEPTH));
    socket.on("data", (data: Buffer) => {
      const count = read(data);
      inFlight -= count;
      if (!isStopping && count > 0) send(count);
      else if (inFlight === 0) socket.end();
    });
    return { ended, stop: () => void (isStopping = true) };
  });
  const startedAt = performance.now();
  await Promise.race([sleep(seconds * 1_000), ...sockets.map(({ ended }) => ended)]);
  const perSecond = (answered() * 1_000) / (performance.now() - startedAt);
  for (const { stop } of sockets) stop();
  await Promise.all(sockets.map(({ ended }) => ended));
  const others = Object.entries(gains.counts().statuses).filter(([status]) => status !== "200");
  if (others.length > 0) throw new Error(`The service answered ${JSON.stringify(Object.fromEntries(others))}.`);
  return perSecond;
};
