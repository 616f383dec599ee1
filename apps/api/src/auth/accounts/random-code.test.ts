import { describe, expect, it } from "vitest";
import { bareCode, randomCode } from "./random-code.js";

describe("randomCode", () => {
  it("differs each time, and has only unambiguous characters", () => {
    const codes = new Set(Array.from({ length: 1_000 }, () => randomCode(7)));
    expect(codes.size).toBe(1_000);
    for (const code of codes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){6}[a-km-np-z2-9]{4}$/);
  });
});

describe("bareCode", () => {
  it("ignores case, white space and hyphens", () => {
    expect(bareCode(" K7MQ-2xvd 9RTN ")).toBe("k7mq2xvd9rtn");
  });
});
