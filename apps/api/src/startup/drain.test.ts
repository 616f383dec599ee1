import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it, vi } from "vitest";
import { drain } from "./drain.js";

const CONNECTIONS = 10;

/**
 * Sends a request on each of its connections, counts the connections in `shared`, and posts the responses to the test.
 */
const client = `
const { connect } = require("node:net");
const { parentPort, workerData } = require("node:worker_threads");
const connected = new Int32Array(workerData.shared);
const ask = () => new Promise((resolve) => {
  let received = "";
  const socket = connect(workerData.port, "127.0.0.1", () => {
    socket.write("GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n");
    Atomics.add(connected, 0, 1);
    Atomics.notify(connected, 0);
  });
  socket.setEncoding("latin1").on("data", (text) => { received += text; });
  socket.on("error", ({ code }) => resolve(code)).on("end", () => resolve(received.slice(0, 15)));
});
Promise.all(Array.from({ length: ${CONNECTIONS} }, ask)).then((answers) => parentPort.postMessage(answers));
`;

describe("drain", () => {
  it("serves connections that the kernel has established and Node has not yet accepted", async () => {
    const server = createServer((_request, response) => void response.end("served"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const shared = new SharedArrayBuffer(4);
    const connected = new Int32Array(shared);
    const worker = new Worker(client, { eval: true, workerData: { port, shared } });
    const answers = once(worker, "message");
    await once(worker, "online");
    // This thread accepts no connection until all clients have connected.
    let count = 0;
    while (count < CONNECTIONS && Atomics.wait(connected, 0, count, 10_000) !== "timed-out")
      count = Atomics.load(connected, 0);
    await drain(server, 0);
    expect((await answers)[0]).toEqual(Array(CONNECTIONS).fill("HTTP/1.1 200 OK"));
    await worker.terminate();
  });

  /** Opens a server whose clock stands still, and a client that has sent a request. */
  const open = async (onRequest: RequestListener) => {
    const clocks = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] as const;
    vi.useFakeTimers({ toFake: [...clocks] });
    const server = createServer(onRequest);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    return { server, socket };
  };
  const turns = async () => {
    for (let count = 0; count < 20; count += 1) await new Promise(setImmediate);
  };
  afterEach(() => void vi.useRealTimers());

  it("ends requests that are still in flight after ten seconds, and leaves no timer", async () => {
    const { server, socket } = await open(() => {});
    await once(server, "request");
    const drained = drain(server, 0);
    await turns();
    expect(vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(9_999);
    await turns();
    expect(socket.closed).toBe(false);
    const closed = once(socket.resume(), "close");
    vi.advanceTimersByTime(1);
    await Promise.all([drained, closed]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("closes an idle connection only after a second, because a request may be on its way", async () => {
    const { server, socket } = await open((_request, response) => void response.end("x"));
    await once(socket, "data");
    const drained = drain(server);
    await turns();
    expect(vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(950);
    await turns();
    expect(socket.closed).toBe(false);
    const closed = once(socket.resume(), "close");
    vi.advanceTimersByTime(50);
    await Promise.all([drained, closed]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
