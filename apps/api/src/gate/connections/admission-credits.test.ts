import { describe, expect, it } from "vitest";
import { createAdmissionCredits } from "./admission-credits.js";

describe("the admission credits of a network", () => {
  it("admit one connection for each that had a response, but at most 16 at once", () => {
    const { earn, spend } = createAdmissionCredits();
    expect(spend("a")).toBe(false);
    for (let at = 0; at < 20; at += 1) earn("a");
    const spent = Array.from({ length: 17 }, () => spend("a"));
    expect(spent).toEqual([...Array.from({ length: 16 }, () => true), false]);
    expect(spend("b")).toBe(false);
  });

  it("are kept for the networks that earned one last", () => {
    const { earn, spend } = createAdmissionCredits(2);
    for (const network of ["a", "b", "a", "c"]) earn(network);
    expect(["a", "b", "c"].map(spend)).toEqual([true, false, true]);
  });
});
