import { describe, expect, it } from "vitest";
import { createLargeBodyPlace } from "./large-bodies.js";

const limit = 16_777_216;

describe("createLargeBodyPlace", () => {
  it("has one place, for one holder at a time", () => {
    const takeLargeBodyPlace = createLargeBodyPlace();
    const place = takeLargeBodyPlace("2000000", limit);
    expect(() => takeLargeBodyPlace("2000000", limit)).toThrow("another large request body is in progress");
    place?.release();
    const next = takeLargeBodyPlace("2000000", limit);
    // A second release must not free the place of the next holder.
    place?.release();
    expect(() => takeLargeBodyPlace("2000000", limit)).toThrow("another large request body is in progress");
    next?.release();
  });

  it("is not needed for a body of up to 1 MiB", () => {
    const takeLargeBodyPlace = createLargeBodyPlace();
    expect(takeLargeBodyPlace("1048576", limit)).toBeUndefined();
    expect(takeLargeBodyPlace(undefined, 102_400)).toBeUndefined();
  });

  it("is needed for a body of unknown length where large bodies are accepted", () => {
    expect(createLargeBodyPlace()(undefined, limit)).toBeDefined();
  });
});
