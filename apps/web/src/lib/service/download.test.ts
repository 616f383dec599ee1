import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeService, inTurn, refusal, silence } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { createLineCounter, download } from "./download";
import { session } from "../session/session";

const path = "/v1/pets/export?sort=name";

const start = () => {
  const stop = new AbortController();
  const lines: number[] = [];
  const countLines = createLineCounter();
  const file = download(path, "text/csv", { signal: stop.signal, onPiece: (bytes) => lines.push(countLines(bytes)) });
  return { file, lines, stop };
};

type Source = ReadableStreamDefaultController<Uint8Array>;

/** Answers with CSV that `onStart` writes, and breaks it off if the request is aborted. */
const answeringBy = (onStart: (source: Source) => void) =>
  vi.stubGlobal("fetch", (url: string, { signal }: RequestInit = {}) => {
    if (url.startsWith("/auth")) {
      const body = { key: "pets_live_test", expiresAt: new Date(Date.now() + 900_000).toISOString() };
      return Promise.resolve(Response.json(body, { headers: { "x-request-id": "test" } }));
    }
    const start = (source: Source) => {
      signal?.addEventListener("abort", () => source.error(signal.reason));
      onStart(source);
    };
    return Promise.resolve(new Response(new ReadableStream<Uint8Array>({ start })));
  });

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Answers with CSV in these pieces. */
const answering = (...pieces: readonly string[]) =>
  answeringBy((source) => {
    for (const piece of pieces) source.enqueue(bytesOf(piece));
    source.close();
  });

/** Answers with CSV whose parts the test sends. */
const streaming = () => {
  let source: Source | undefined;
  answeringBy((started) => {
    source = started;
  });
  return { add: (part: string) => source?.enqueue(bytesOf(part)), end: () => source?.close() };
};

describe("a download", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("counts the lines as they arrive, without line breaks in quotes", async () => {
    answering("id,name\n1,Rex\n", '2,"M', 'a\nx"\n');
    const { file, lines } = start();
    expect(await (await file).text()).toBe('id,name\n1,Rex\n2,"Ma\nx"\n');
    expect(lines).toEqual([2, 2, 3]);
  });

  it("is requested once more with a new key if the old key has expired", async () => {
    const keyOf = (key: string) => () => ({ body: { key, expiresAt: new Date(Date.now() + 900_000).toISOString() } });
    session.forgetKey();
    const asked = fakeService({
      "POST /auth/key": inTurn(keyOf("old"), keyOf("new")),
      "GET /v1/pets/export": inTurn(
        () => refusal(401, "unauthorized"),
        () => ({ body: "done" }),
      ),
    });
    expect(await (await start().file).text()).toBe('"done"');
    const tries = asked.filter(({ line }) => line.startsWith("GET"));
    expect(tries.map(({ headers }) => [headers.get("accept"), headers.get("authorization")])).toEqual([
      ["text/csv", "Bearer old"],
      ["text/csv", "Bearer new"],
    ]);
  });

  it("shows why the service refused it", async () => {
    fakeService({ "GET /v1/pets/export": () => refusal(503, "unavailable", { "retry-after": "3" }) });
    await expect(start().file).rejects.toMatchObject({ code: "unavailable", status: 503, retryAfterMs: 3_000 });
  });

  it("is cancelled after 30 s without progress", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fakeService({ "GET /v1/pets/export": silence });
    const result = start().file.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await result).toMatchObject({ code: "timeout" });
  });

  it("continues for as long as parts arrive", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    session.forgetKey();
    const parts = streaming();
    const { file, lines } = start();
    for (const [at, part] of ["id\n", "1\n", "2\n"].entries()) {
      // Each part arrives within 30 s of the one before, but not all of them within 30 s.
      // oxlint-disable-next-line no-await-in-loop
      await vi.advanceTimersByTimeAsync(20_000);
      parts.add(part);
      // oxlint-disable-next-line no-await-in-loop
      await until(() => lines.length === at + 1);
    }
    parts.end();
    expect(await (await file).text()).toBe("id\n1\n2\n");
  });

  it("can be stopped", async () => {
    fakeService({ "GET /v1/pets/export": silence });
    const { file, stop } = start();
    stop.abort();
    await expect(file).rejects.toMatchObject({ name: "AbortError" });
  });
});
