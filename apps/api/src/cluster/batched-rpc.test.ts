import { describe, expect, it, vi } from "vitest";
import { createBatchedRpc } from "./batched-rpc.js";

/** `sent` collects the messages. A test decides when to answer them. */
const openRpc = (timeoutMs = 1) => {
  const sent: { id: number; calls: readonly string[] }[] = [];
  const rpc = createBatchedRpc<string, string>((id, calls) => void sent.push({ id, calls }), timeoutMs);
  const answer = ({ id, calls }: (typeof sent)[number]) => rpc.receive(id, (at) => `${calls[at]}!`);
  return { rpc, sent, answer };
};

describe("a batched call of another process", () => {
  it("counts the other process as answering again after a reply that comes too late", async () => {
    const { rpc, sent, answer } = openRpc();
    const given = await Promise.allSettled([rpc.ask("one"), rpc.ask("two")]);
    expect([given.map(({ status }) => status), rpc.isAnswered()]).toEqual([["rejected", "rejected"], false]);
    expect(sent.map(({ calls }) => calls)).toEqual([["one", "two"]]);
    sent.forEach(answer);
    expect(rpc.isAnswered()).toBe(true);
  });

  it("gets its own reply, whichever batch is answered first", async () => {
    const { rpc, sent, answer } = openRpc(60_000);
    const first = [rpc.ask("one"), rpc.ask("two")];
    await new Promise(setImmediate);
    const second = rpc.ask("three");
    await new Promise(setImmediate);
    expect(sent.map(({ calls }) => calls)).toEqual([["one", "two"], ["three"]]);
    sent.toReversed().forEach(answer);
    expect(await Promise.all([...first, second])).toEqual(["one!", "two!", "three!"]);
    expect(rpc.isAnswered()).toBe(true);
  });

  it("fails only the call whose reply is missing, and leaves no timer when all are answered", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { rpc, sent } = openRpc(60_000);
    const asked = Promise.allSettled([rpc.ask("one"), rpc.ask("two")]);
    await new Promise(setImmediate);
    rpc.receive(sent[0]?.id ?? 0, (at) => (at === 0 ? undefined : "second"));
    expect(await asked).toMatchObject([{ reason: { name: "TypeError" } }, { value: "second" }]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
