import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { contract } from "@petstore/contract/routes";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openContext } from "../gate/open-context.js";
import { contextOf } from "../request/request-context.js";
import { BodyStream } from "../operation/body-stream.js";
import { sendBodyStream, type StreamLimits } from "./send-body-stream.js";

const limits: StreamLimits = { maxWriteMs: 500, maxStreamMs: 60_000 };
const { exportPets } = contract.pets;

let server: Server | undefined;
afterEach(() => server?.close());

/** Serves the same stream for every request. @returns What happened to the last stream, and how to connect. */
const serve = async (run: BodyStream["run"], { maxWriteMs, maxStreamMs }: StreamLimits = limits) => {
  const seen: { end?: unknown; response?: ServerResponse } = {};
  server = createServer((req: IncomingMessage, res: ServerResponse) => {
    openContext(req, res, () => {});
    seen.response = res;
    const answer = { status: 200, headers: { "X-Test": "1" }, body: new BodyStream(run) };
    sendBodyStream({ req, res } as never, exportPets, answer, { maxWriteMs, maxStreamMs }).then(
      () => (seen.end = "resolved"),
      (error: unknown) => (seen.end = error),
    );
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const open = (line: string): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`${line}\r\nHost: a\r\n\r\n`);
        resolve(socket);
      });
    });
  return { seen, open };
};

const received = (socket: Socket): Promise<{ text: string; error?: NodeJS.ErrnoException }> =>
  new Promise((resolve) => {
    let text = "";
    let error: NodeJS.ErrnoException | undefined;
    socket.on("data", (data) => (text += String(data)));
    socket.on("error", (failure) => (error = failure));
    socket.on("close", () => resolve({ text, ...(error && { error }) }));
  });

const endless: BodyStream["run"] = async (write) => {
  for (;;) {
    await write("x".repeat(65_536));
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe("sendBodyStream", () => {
  it("sends the head together with the first text", async () => {
    const { open } = await serve(async (write) => write("a,b\n"));
    const { text } = await received(await open("GET / HTTP/1.0"));
    expect(text).toContain("HTTP/1.1 200 OK\r\nX-Test: 1\r\nContent-Type: text/csv; charset=utf-8\r\n");
    expect(text).toMatch(/\r\n\r\na,b\n$/);
  });

  it("destroys the connection of a client that stops reading", async () => {
    const { seen, open } = await serve(endless);
    const socket = await open("GET / HTTP/1.1");
    socket.pause();
    await expect.poll(() => seen.end).toBe("resolved");
    await expect.poll(() => seen.response?.destroyed).toBe(true);
    expect(contextOf(seen.response as ServerResponse).error).toMatchObject({
      message: "the client read nothing for 500 ms",
    });
  });

  it("ends a stream that takes too long, even if its client keeps reading", async () => {
    const { seen, open } = await serve(endless, { maxWriteMs: 60_000, maxStreamMs: 300 });
    const socket = await open("GET / HTTP/1.1");
    let last = "";
    socket.on("data", (data) => (last = String(data).slice(-10))).on("error", () => {});
    await new Promise((resolve) => socket.on("close", resolve));
    expect(last).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(seen.end).toBe("resolved");
  });

  it("ends when the client leaves, without an error to log", async () => {
    const { seen, open } = await serve(endless);
    const socket = await open("GET / HTTP/1.1");
    socket.once("data", () => socket.destroy());
    await expect.poll(() => seen.end).toBe("resolved");
    expect(contextOf(seen.response as ServerResponse).error).toBeUndefined();
  });

  it("aborts the stream's signal when the client leaves before the first text", async () => {
    const waiting: BodyStream["run"] = (_write, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const { seen, open } = await serve(waiting);
    (await open("GET / HTTP/1.1")).destroy();
    await expect.poll(() => seen.end).toBe("resolved");
  });

  it.each(["HTTP/1.0", "HTTP/1.1"])("resets the connection if a stream fails after its start (%s)", async (version) => {
    const { open } = await serve(async (write) => {
      await write("a\n");
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error("the database is gone");
    });
    const { text, error } = await received(await open(`GET / ${version}`));
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(error?.code).toBe("ECONNRESET");
  });

  it.each<readonly [string, BodyStream["run"]]>([
    ["ends", async (write) => write("a\n")],
    ["fails", () => Promise.reject(new Error("the query failed"))],
    ["loses its client", endless],
  ])("leaves no timer that would keep a stopping process alive when a stream %s", async (_, run) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { seen, open } = await serve(run);
    const socket = await open("GET / HTTP/1.0");
    socket.once("data", () => socket.destroy());
    await expect.poll(() => seen.end).toBeDefined();
    expect(vi.getTimerCount()).toBe(0);
    socket.destroy();
  });

  it("throws an error that happens before the first text", async () => {
    const failure = new Error("the query failed");
    const { seen, open } = await serve(() => Promise.reject(failure));
    const socket = await open("GET / HTTP/1.1");
    await expect.poll(() => seen.end).toBe(failure);
    expect(seen.response?.headersSent).toBe(false);
    socket.destroy();
  });
});
