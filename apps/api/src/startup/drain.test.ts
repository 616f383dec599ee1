import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { drain } from "./drain.js";

const CONNECTIONS = 10;

/** Sends a request on each of its connections, counts them in `shared`, and posts the responses. */
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
  it("serves connections that the kernel has established and Node has not accepted", async () => {
    const server = createServer((_request, response) => void response.end("served"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const shared = new SharedArrayBuffer(4);
    const connected = new Int32Array(shared);
    const worker = new Worker(client, { eval: true, workerData: { port, shared } });
    const answers = once(worker, "message");
    await once(worker, "online");
    // This thread accepts none until all have connected.
    let count = 0;
    while (count < CONNECTIONS && Atomics.wait(connected, 0, count, 10_000) !== "timed-out")
      count = Atomics.load(connected, 0);
    await drain(server, 0);
    expect((await answers)[0]).toEqual(Array(CONNECTIONS).fill("HTTP/1.1 200 OK"));
    await worker.terminate();
  });
});
