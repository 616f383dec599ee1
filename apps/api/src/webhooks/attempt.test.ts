import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCertificate } from "../../test/support/certificate.js";
import { startReceiver, type WebhookReceiver } from "../../test/support/webhook-receiver.js";
import { parseNetworks } from "../config/networks.js";
import { attempt, type SenderDeps } from "./attempt.js";
import type { Resolve } from "./check-target.js";
import { makeSecret, sealSecret } from "./webhook-secret.js";

const authSecret = "the secret of this store, at least 32 characters";
const secret = sealSecret(authSecret, 3, makeSecret());
const thisMachine = parseNetworks(["127.0.0.0/8"]) ?? expect.fail();
const none = parseNetworks([]) ?? expect.fail();
const toItself: Resolve = () => Promise.resolve(["127.0.0.1"]);
const message = { id: "evt_3_1", body: "{}" };

/** Returns these answers one after another, and then repeats the last one. */
const changingItsMind = (...answers: string[]) => {
  const asked: string[] = [];
  const resolve: Resolve = (host) => {
    asked.push(host);
    return Promise.resolve([answers[Math.min(asked.length, answers.length) - 1] ?? ""]);
  };
  return { asked, resolve };
};

const send = (url: string, targets: Partial<SenderDeps["webhookTargets"]> = {}, deadlineMs?: number) =>
  attempt(
    {
      authSecret,
      clock: () => new Date(),
      webhookTargets: { allowed: thisMachine, ports: new Set(), resolve: toItself, ...targets },
    },
    { id: 3, url, secret, oldSecret: null, oldSecretUntil: null },
    message,
    undefined,
    deadlineMs,
  );

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
const stop = (server: Server) => new Promise((resolve) => server.close(resolve));

describe("an attempt", () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  it("returns only the status, the time and the size of the response", async () => {
    receiver.answer = (response) => response.writeHead(201, { "x-inside": "secret" }).end("secret");
    expect(await send(receiver.url)).toEqual({
      status: 201,
      problem: null,
      responseBytes: 6,
      retryAfter: undefined,
      at: expect.any(Date),
      durationMs: expect.any(Number),
      requestBytes: 2,
    });
    expect(receiver.received[0]?.headers.connection).toBe("close");
  });

  it.each([
    [500, "status"],
    [404, "status"],
    [301, "redirect"],
    [304, "redirect"],
    [410, "gone"],
  ])("fails with %s", async (status, problem) => {
    receiver.answer = (response) => response.writeHead(status, { location: receiver.url }).end();
    expect(await send(receiver.url)).toMatchObject({ status, problem });
    expect(receiver.received).toHaveLength(1);
  });

  it("ends at its deadline if the receiver is silent", async () => {
    receiver.answer = () => {};
    expect(await send(receiver.url, {}, 30)).toMatchObject({ status: null, problem: "timeout", responseBytes: null });
  });

  it("ends at its deadline if the look-up hangs", async () => {
    const never: Resolve = (_host, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve([])));
    expect(await send("https://shop.example/", { resolve: never }, 30)).toMatchObject({ problem: "timeout" });
  });

  it("reads at most 64 KiB of a body, and uses the status even if the body does not end", async () => {
    receiver.answer = (response) => void response.writeHead(200).write("a", () => response.destroy());
    expect(await send(receiver.url)).toMatchObject({ status: 200, problem: null, responseBytes: 1 });
    receiver.answer = (response) => {
      response.on("error", () => {});
      response.writeHead(200).end(Buffer.alloc(1_000_000));
    };
    expect(await send(receiver.url)).toMatchObject({ status: 200, problem: null, responseBytes: 65_536 });
  });

  it("fails if nobody listens, the connection ends, or the answer is invalid", async () => {
    const { url } = receiver;
    await receiver.close();
    expect(await send(url)).toMatchObject({ status: null, problem: "connection" });
    const answers = ["", "nonsense\r\n\r\n", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(20_000)}\r\n\r\n`];
    for (const answer of answers) {
      const server = createTcpServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => socket.end(answer));
      });
      const port = await listening(server);
      expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, problem: "connection" });
      await stop(server);
    }
  });

  it.each([
    ["interim responses", "HTTP/1.1 100 Continue\r\n\r\n"],
    ["interim responses of other kinds", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"],
    ["empty lines", "\r\n"],
  ])("fails if the receiver sends %s without end", async (_what, piece) => {
    const flood = piece.repeat(Math.ceil(16_384 / piece.length));
    let ended: (() => void) | undefined;
    const left = new Promise<void>((resolve) => (ended = resolve));
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.on("close", () => ended?.());
      const write = () => {
        while (!socket.destroyed && socket.write(flood));
      };
      socket.on("drain", write);
      socket.once("data", write);
    });
    const port = await listening(server);
    // The deadline has not passed yet. The service disconnects the receiver because of what it sends.
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, problem: "connection" });
    await left;
    await stop(server);
  });

  it("accepts a final response after a few interim ones", async () => {
    receiver.answer = (response) => {
      for (let at = 0; at < 8; at += 1) response.writeProcessing();
      response.writeHead(204).end();
    };
    expect(await send(receiver.url)).toMatchObject({ status: 204, problem: null });
  });

  it("does not connect if the second look-up returns an internal address", async () => {
    const port = new URL(receiver.url).port;
    const { resolve } = changingItsMind("93.184.215.14", "127.0.0.1");
    // This is the first look-up, which happens when a request creates the endpoint. It returns a public address.
    await resolve("inside.example", new AbortController().signal);
    const done = await send(`https://inside.example:${port}/`, { allowed: none, resolve });
    expect(done).toMatchObject({ status: null, problem: "forbidden_address" });
    expect(receiver.received).toEqual([]);
  });

  it("connects to the checked address, even if the name has changed", async () => {
    const { resolve, asked } = changingItsMind("127.0.0.1", "10.0.0.1");
    const { port } = new URL(receiver.url);
    expect(await send(`http://shop.example:${port}/`, { resolve })).toMatchObject({ status: 204, problem: null });
    expect(asked).toEqual(["shop.example"]);
    expect(receiver.received[0]?.headers.host).toBe(`shop.example:${port}`);
  });

  it("reports a host without an address, and an unreadable secret", async () => {
    const nowhere: Resolve = () => Promise.resolve([]);
    expect(await send("https://shop.example/", { resolve: nowhere })).toMatchObject({ problem: "name" });
    const deps = {
      authSecret: "another",
      clock: () => new Date(),
      webhookTargets: { allowed: none, ports: new Set<number>(), resolve: toItself },
    };
    const endpoint = { id: 3, url: receiver.url, secret, oldSecret: null, oldSecretUntil: null };
    expect(await attempt(deps, endpoint, message)).toMatchObject({ problem: "secret" });
    // The secret was sealed for another endpoint.
    expect(await attempt({ ...deps, authSecret }, { ...endpoint, id: 4 }, message)).toMatchObject({
      problem: "secret",
    });
    expect(receiver.received).toEqual([]);
  });
});

describe("TLS of an attempt", () => {
  const { certificate: ca, key } = createCertificate("shop.example");
  const server = createTlsServer({ cert: ca, key }, (request, response) => {
    request.resume();
    response.end();
  });
  let port: number;
  beforeAll(async () => {
    port = await listening(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    return stop(server);
  });

  it("is verified against the name and not the address", async () => {
    expect(await send(`https://shop.example:${port}/`, { ca })).toMatchObject({ status: 200, problem: null });
    expect(await send(`https://other.example:${port}/`, { ca })).toMatchObject({ status: null, problem: "tls" });
    expect(await send(`https://127.0.0.1:${port}/`, { ca })).toMatchObject({ status: null, problem: "tls" });
  });

  it("requires a trusted authority", async () => {
    expect(await send(`https://shop.example:${port}/`)).toMatchObject({ status: null, problem: "tls" });
  });
});
