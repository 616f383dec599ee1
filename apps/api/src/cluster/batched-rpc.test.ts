import { describe, expect, it } from "vitest";
import { createBatchedRpc } from "./batched-rpc.js";

/** Calls that wait for a millisecond; `sent` are the messages, which a test answers when it likes. */
const openRpc = () => {
  const sent: { id: number; calls: readonly string[] }[] = [];
  const rpc = createBatchedRpc<string, string>((id, calls) => void sent.push({ id, calls }), 1);
  const answer = ({ id, calls }: (typeof sent)[number]) => rpc.receive(id, (at) => `${calls[at]}!`);
  return { rpc, sent, answer };
};

describe("a batched call of another process", () => {
  it("is answered again by a reply that comes too late for its callers", async () => {
    const { rpc, sent, answer } = openRpc();
    const given = await Promise.allSettled([rpc.ask("one"), rpc.ask("two")]);
    expect([given.map(({ status }) => status), rpc.isAnswered()]).toEqual([["rejected", "rejected"], false]);
    expect(sent.map(({ calls }) => calls)).toEqual([["one", "two"]]);
    sent.forEach(answer);
    expect(rpc.isAnswered()).toBe(true);
  });
});
