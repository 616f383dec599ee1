import { describe, expect, it } from "vitest";
import { openWorkMemory, work } from "./work-memory.js";

const problemOf = (work: () => void) => {
  try {
    work();
  } catch (error) {
    const { status, headers, message } = error as { status: number; headers: object; message: string };
    return { status, headers, message };
  }
  return undefined;
};

describe("the memory of what mutations read and record", () => {
  it("refuses work that can never fit with a 413, and does not count that work", () => {
    const memory = openWorkMemory("a");
    memory.hold({ pets: 1_000, bytes: 4_000_000 });
    expect(problemOf(() => memory.hold({ pets: 1_000, bytes: 44_300_000 }))).toEqual({
      status: 413,
      headers: {},
      message:
        "the 1,000 pets of this request have 48.3 MB of profiles and notes, more than the 24 MB that one request may change; send fewer pets at a time",
    });
    expect(work.total).toBe(4_000_000);
    memory.release();
    expect(problemOf(() => memory.hold({ pets: 1, bytes: 12_100_000, times: 2 }))?.message).toBe(
      "the pet of this request has 12.1 MB of profiles and notes, more than the 12 MB that one request may change; delete notes first",
    );
    expect(work.total).toBe(0);
  });

  it("refuses work with 503 while other work takes the memory", () => {
    const [mine, other] = [openWorkMemory("a"), openWorkMemory("b")];
    other.hold({ pets: 1, bytes: 20_000_000 });
    const heavy = { pets: 1, bytes: 13_000_000 };
    expect(problemOf(() => mine.hold(heavy))).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
    mine.hold({ pets: 1, bytes: 12_000_000 });
    other.release();
    other.release();
    expect(work.total).toBe(12_000_000);
    mine.hold({ pets: 1, bytes: 1_000_000 });
    mine.release();
    expect(work.total).toBe(0);
  });

  it("does not let one account take the memory that others need", () => {
    const [one, two] = [openWorkMemory("a"), openWorkMemory("a")];
    one.hold({ pets: 1, bytes: 24_000_000 });
    expect(problemOf(() => two.hold({ pets: 1, bytes: 1 }))?.status).toBe(503);
    const other = openWorkMemory("b");
    other.hold({ pets: 1, bytes: 8_000_000 });
    for (const memory of [one, two, other]) memory.release();
    expect(work.total).toBe(0);
  });
});
