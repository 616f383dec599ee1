import { describe, expect, it } from "vitest";
import { createChargeReads } from "./charge-reads.js";
import { openMemoryCounter } from "./counter.js";

const flow = { account: "1", key: "7" };
const counter = (points: number) => openMemoryCounter({ name: "test", points, seconds: 60 });

describe("reading old events", () => {
  it("counts every hundred events as one more request of the key and of its account", async () => {
    const [keys, accounts] = [counter(10), counter(30)];
    const charge = createChargeReads({ keys, accounts });
    expect(await charge(flow, 99)).toBe(0);
    expect(await charge(flow, 250)).toBe(0);
    expect([await keys.add("7", 0), await accounts.add("1", 0)]).toMatchObject([{ remaining: 8 }, { remaining: 28 }]);
    expect(await charge(flow, 800)).toBe(0);
    expect(await charge(flow, 100)).toBe(60);
    expect(await charge({ ...flow, key: "8" }, 100)).toBe(0);
  });

  it("returns how long the account is over its limit, even if the key is not", async () => {
    const charge = createChargeReads({ keys: counter(10), accounts: counter(10) });
    expect(await charge(flow, 900)).toBe(0);
    expect(await charge({ ...flow, key: "8" }, 900)).toBe(60);
  });

  it("counts nothing if there are no limits", async () => {
    expect(await createChargeReads(undefined)(flow, 1_000_000)).toBe(0);
    expect(await createChargeReads({ keys: undefined, accounts: undefined })(flow, 1_000_000)).toBe(0);
  });
});
