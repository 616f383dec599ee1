import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { fileURLToPath } from "node:url";
import { ErrorBody, errorCodes } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "./support/free-port.js";

const hasHaproxy = spawnSync("haproxy", ["-v"]).status === 0;
const file = fileURLToPath(new URL("../../../ops/haproxy/petstore.cfg", import.meta.url));

const request = "GET /v1/pets HTTP/1.1\r\nHost: pets.test\r\nConnection: close\r\n\r\n";

describe.runIf(hasHaproxy)("HAProxy with ops/haproxy/petstore.cfg", () => {
  let replica: Server;
  let haproxy: ChildProcess;
  let port: number;
  let answer: RequestListener;
  let isReady = true;
  beforeAll(async () => {
    replica = createServer((incoming, outgoing) => {
      if (!/^\/(?:readyz|healthz)$/.test(incoming.url ?? "")) return answer(incoming, outgoing);
      return void outgoing.writeHead(isReady ? 200 : 503).end();
    }).listen(0, "127.0.0.1");
    await once(replica, "listening");
    port = await freePort();
    const address = `127.0.0.1:${(replica.address() as AddressInfo).port}`;
    const places = { PETSTORE_ONE: address, PETSTORE_TWO: address, PETSTORE_THREE: address };
    haproxy = spawn("haproxy", ["-db", "-f", file], {
      // oxlint-disable-next-line node/no-process-env -- HAProxy is found in PATH
      env: { ...process.env, ...places, PETSTORE_BIND: `127.0.0.1:${port}` },
      stdio: "ignore",
    });
    answer = (_incoming, outgoing) => void outgoing.end("answered");
    await vi.waitFor(async () => expect(await exchange(request)).toContain("answered"), 10_000);
  });
  afterAll(async () => {
    haproxy.kill("SIGKILL");
    if (haproxy.exitCode === null && haproxy.signalCode === null) await once(haproxy, "exit");
    replica.closeAllConnections();
    replica.close();
  });

  /** Sends the given bytes. @returns All bytes until HAProxy closes the connection. */
  const exchange = async (text: string): Promise<string> => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => void (received += part));
    socket.write(text);
    await once(socket, "close");
    return received;
  };

  const expectError = (received: string, code: keyof typeof errorCodes) => {
    const [head = "", body = ""] = received.split("\r\n\r\n");
    const error: unknown = JSON.parse(body);
    expect(ErrorBody.strict().parse(error)).toEqual(error);
    const { status } = errorCodes[code];
    expect(error).toMatchObject({ code, status });
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
    expect(/^retry-after: 1\r?$/im.test(head)).toBe(status === 503);
  };

  it("answers 503 with an Error when the replica breaks the connection", async () => {
    answer = (incoming) => incoming.socket.destroy();
    expectError(await exchange(request), "service_unavailable");
  });

  it("passes a refusal of the service on as it is", async () => {
    answer = (_incoming, outgoing) => void outgoing.writeHead(404, { "Content-Length": 4 }).end("none");
    expect(await exchange(request)).toMatch(/^HTTP\/1\.1 404 [\s\S]*none$/);
  });

  it("passes on why no replica is ready", async () => {
    answer = (_incoming, outgoing) => void outgoing.writeHead(503, { "Content-Length": 3 }).end("why");
    isReady = false;
    await expect.poll(() => exchange(request), { timeout: 10_000 }).toMatch(/why$/);
    isReady = true;
  });
});
