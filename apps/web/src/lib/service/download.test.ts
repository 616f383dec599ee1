import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeService, inTurn, refusal, silence } from "../../../test/support/fake-service";
import { download } from "./download";
import { session } from "../session/session";

const path = "/v1/pets/export?sort=name";

const start = () => {
  const stop = new AbortController();
  const lines: number[] = [];
  const file = download(path, "text/csv", { signal: stop.signal, onProgress: (count) => lines.push(count) });
  return { file, lines, stop };
};

/** Answers with CSV in these pieces. */
const answering = (...pieces: readonly string[]) =>
  vi.stubGlobal("fetch", (url: string) => {
    if (url.startsWith("/auth")) {
      const body = { key: "pets_live_test", expiresAt: new Date(Date.now() + 900_000).toISOString() };
      return Promise.resolve(Response.json(body, { headers: { "x-request-id": "test" } }));
    }
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    return Promise.resolve(new Response(source));
  });

describe("a download", () => {
  afterEach(() => void vi.useRealTimers());

  it("counts the lines as they arrive, without line breaks in quotes", async () => {
    answering("id,name\n1,Rex\n", '2,"M', 'a\nx"\n');
    const { file, lines } = start();
    expect(await (await file).text()).toBe('id,name\n1,Rex\n2,"Ma\nx"\n');
    expect(lines).toEqual([2, 2, 3]);
    vi.unstubAllGlobals();
  });

  it("is sent once more with a new key if the old one has ended", async () => {
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

  it("can be stopped", async () => {
    fakeService({ "GET /v1/pets/export": silence });
    const { file, stop } = start();
    stop.abort();
    await expect(file).rejects.toMatchObject({ name: "AbortError" });
  });
});
