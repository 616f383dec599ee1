import { describe, expect, it } from "vitest";
import { StoredDocument } from "./stored-document.js";

describe("a stored document", () => {
  it("is compressed once for each content coding, and each has its own entity tag", async () => {
    const document = new StoredDocument({ text: "a".repeat(1_000) });
    const [first, second, gzip, plain] = await Promise.all(
      ["br", "br, gzip", "gzip", "identity"].map((coding) => document.select(coding)),
    );
    expect(second).toBe(first);
    expect(await document.select("gzip")).toBe(gzip);
    expect([first, gzip, plain].map((one) => one?.coding)).toEqual(["br", "gzip", undefined]);
    expect(new Set([first, gzip, plain].map((one) => one?.tag)).size).toBe(3);
  });
});
