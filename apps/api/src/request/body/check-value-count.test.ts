import { describe, expect, it } from "vitest";
import { checkValueCount, MAX_JSON_VALUES } from "./check-value-count.js";

const rule = `body must have at most ${MAX_JSON_VALUES} values`;
const check = (text: string) => checkValueCount(Buffer.from(text));

describe("checkValueCount", () => {
  it.each([
    ["nested arrays", "[".repeat(MAX_JSON_VALUES), "["],
    ["elements", `[${"1,".repeat(MAX_JSON_VALUES - 1)}1]`, ",1"],
    ["objects", "{}".repeat(MAX_JSON_VALUES), "{"],
    ["strings", '""'.repeat(MAX_JSON_VALUES), '""'],
  ])("accepts 65,536 %s and refuses one more", async (_what, most, more) => {
    await expect(check(most)).resolves.toBeUndefined();
    await expect(check(most + more)).rejects.toMatchObject({ status: 400, body: { message: rule } });
  });

  it("does not count characters inside strings", async () => {
    const text = JSON.stringify(["[{,".repeat(MAX_JSON_VALUES), '\\",'.repeat(MAX_JSON_VALUES)]);
    await expect(check(text)).resolves.toBeUndefined();
  });

  it("does not refuse an unterminated string, because the parser does", async () => {
    await expect(check(`["${"a".repeat(MAX_JSON_VALUES)}${",".repeat(MAX_JSON_VALUES + 1)}`)).resolves.toBeUndefined();
  });

  it("lets other work run while it counts", async () => {
    let turns = 0;
    const next = () => {
      turns += 1;
      immediate = setImmediate(next);
    };
    let immediate = setImmediate(next);
    await check(`"${"a".repeat(10)}"${" ".repeat(4_000_000)}`);
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(10);
  });
});
