import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { earlyFetch } from "./early-answers";

const sent = vi.fn<typeof fetch>(async () => new Response("sent"));

const ask = async (method: string, url: string) => (await earlyFetch(url, { method })).text();

beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal("fetch", sent);
  vi.spyOn(performance, "now").mockReturnValue(1_000);
});
afterEach(() => {
  globalThis.earlyAnswers = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const early = (answer: Promise<Response>) => (globalThis.earlyAnswers = new Map([["POST /auth/key", answer]]));

describe("earlyFetch", () => {
  it("returns an early answer once, and only for its method and address", async () => {
    early(Promise.resolve(new Response("early")));
    expect(await ask("GET", "/auth/key")).toBe("sent");
    expect([await ask("POST", "/auth/key"), await ask("POST", "/auth/key")]).toEqual(["early", "sent"]);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it("sends the request if the early one failed, or if nothing was asked for", async () => {
    early(Promise.reject(new TypeError("fetch failed")));
    expect([await ask("POST", "/auth/key"), await ask("POST", "/auth/key")]).toEqual(["sent", "sent"]);
  });

  it("sends the request if the early answer is too old", async () => {
    early(Promise.resolve(new Response("early")));
    vi.spyOn(performance, "now").mockReturnValue(31_000);
    expect(await ask("POST", "/auth/key")).toBe("sent");
  });
});
