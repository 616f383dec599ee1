import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { drawArrivals } from "./arrivals.js";
import { runOpenLoop } from "./run-open-loop.js";

const STALL_MS = 400;
const servers: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const serve = async (answer: (count: number, response: ServerResponse) => void) => {
  let count = 0;
  const server = createServer((_, response) => answer((count += 1), response));
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: 1,
    idleConnections: 0,
    warmUpSeconds: 0,
    seconds: 0.5,
    plan: { requests: ["GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"] },
  };
};

describe("drawArrivals", () => {
  it("draws the same times for every server, in order, at the requested rate", () => {
    const times = drawArrivals(1000, 10);
    expect(drawArrivals(1000, 10)).toEqual(times);
    expect(times.toSorted()).toEqual(times);
    expect(Math.abs(times.length - 10_000)).toBeLessThan(400);
  });
});

describe("runOpenLoop", () => {
  it("answers all requests that were due", async () => {
    const job = await serve((_, response) => response.end("x"));
    const { responses, errors } = await runOpenLoop(job, 200);
    expect({ responses, errors }).toEqual({ responses: drawArrivals(200, 0.5).length, errors: 0 });
  });

  it("counts the latency of requests from the time at which they were due", async () => {
    const job = await serve((count, response) =>
      count === 1 ? void setTimeout(() => response.end("x"), STALL_MS) : response.end("x"),
    );
    const { p50Ms } = await runOpenLoop(job, 200);
    // A closed loop would see one slow response in about a hundred, and a median of one millisecond.
    expect(p50Ms).toBeGreaterThan(STALL_MS / 4);
  });

  it("counts requests whose connection ends without a response as errors", async () => {
    const job = await serve((count, response) => (count % 5 === 0 ? response.socket?.destroy() : response.end("x")));
    const { errors, responses } = await runOpenLoop(job, 100);
    expect({ isAnError: errors > 0, sum: errors + responses }).toEqual({
      isAnError: true,
      sum: drawArrivals(100, 0.5).length,
    });
  });
});
