import { afterEach, describe, expect, it, vi } from "vitest";
import { printWithPhotos } from "./printing";

afterEach(() => vi.unstubAllGlobals());

describe("printing", () => {
  it("waits for each photo, even for one that fails", async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal("window", { print });
    const photos = [true, false, false].map((complete) => Object.assign(new EventTarget(), { complete }));
    const printed = printWithPhotos({ querySelectorAll: () => photos } as never);
    photos[1]?.dispatchEvent(new Event("load"));
    await Promise.resolve();
    expect(print).not.toHaveBeenCalled();
    photos[2]?.dispatchEvent(new Event("error"));
    await printed;
    expect(print).toHaveBeenCalledTimes(1);
  });
});
