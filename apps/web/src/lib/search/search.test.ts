import { afterEach, describe, expect, it, vi } from "vitest";
import { suggestionOf } from "../../../test/support/examples";
import { fakeService } from "../../../test/support/fake-service";
import { runHook, until } from "../../../test/support/hook";
import { cardAddress, petOfCard } from "../pets/cage-cards";
import { canScan, readCode } from "./barcodes";
import { forgetSearches, recentOf, recentSearches, rememberSearch } from "./recent-searches";
import { petOfCode, useSuggestions } from "./suggestions";

afterEach(() => {
  vi.unstubAllGlobals();
  forgetSearches();
});

describe("the code of a cage card", () => {
  it("stands for its animal, but only if the card is of this store", () => {
    vi.stubGlobal("location", new URL("https://store.test/"));
    expect(petOfCard(` ${cardAddress(12)} `)).toBe(12);
    for (const text of [
      "https://other.test/animals?open=12",
      "https://store.test/orders?open=12",
      "https://store.test/animals?open=x",
      "https://store.test/animals",
      "12",
      "Luna",
    ]) {
      expect(petOfCard(text)).toBeUndefined();
    }
  });
});

describe("suggestions", () => {
  it("are asked for a text that the contract allows, and drop kinds that this page does not know", async () => {
    const asked = fakeService({
      "GET /v1/suggestions": () => ({ body: { suggestions: [suggestionOf(), { kind: "planet", id: 1, text: "L" }] } }),
    });
    const state = { text: "" };
    const hook = await runHook(() => useSuggestions(state.text));
    const show = (text: string) => {
      state.text = text;
      hook.rerender();
      return until(() => hook.now().isCurrent && hook.now().text === text.trim());
    };
    await show("");
    await show(" lu ");
    expect(hook.now().suggestions.map(({ kind }) => kind)).toEqual(["pet"]);
    await show(Array.from({ length: 17 }, (_, at) => `w${at}`).join(" "));
    expect(hook.now().suggestions).toEqual([]);
    expect(asked.map(({ query }) => String(query))).toEqual(["q=lu"]);
  });
});

describe("the animal of a code", () => {
  const reason = (field: string, text: string, end = text.length) => ({ field, text, ranges: [{ start: 0, end }] });

  it("is the one with that number, or the only one that has the code", () => {
    const byChip = suggestionOf({ id: 7, reason: reason("attributes.chip", "98") });
    const byId = suggestionOf({ id: 98, reason: reason("id", "98") });
    expect(petOfCode("98", [byChip])).toBe(7);
    expect(petOfCode("98", [byChip, byId])).toBe(98);
    expect(petOfCode("98", [byChip, { ...byChip, id: 8 }])).toBeUndefined();
    expect(petOfCode("98", [suggestionOf({ kind: "customer", reason: reason("phone", "98") })])).toBeUndefined();
    // The code has spaces here and none in the field, so no part of it is marked, or it is the beginning of a chip.
    const half = suggestionOf({ ranges: [], reason: reason("attributes.chip", "985", 2) });
    expect(petOfCode("98 5", [suggestionOf({ ranges: [] })])).toBe(7);
    expect([petOfCode("98", [half]), petOfCode("98", [half, { ...half, id: 8 }])]).toEqual([7, undefined]);
    expect(petOfCode("Luna 2", [suggestionOf()])).toBeUndefined();
    expect(petOfCode("Collie", [suggestionOf({ reason: reason("attributes.breed", "Collie") })])).toBeUndefined();
  });
});

describe("the recent searches", () => {
  it("are the last six of the account, each once, and are gone after they are forgotten", () => {
    for (const text of ["a", "b", "c", "d", "e", "f", "g", "c"]) rememberSearch(7, text);
    expect(recentOf(7, recentSearches.get())).toEqual(["c", "g", "f", "e", "d", "b"]);
    expect(recentOf(8, recentSearches.get())).toEqual([]);
    rememberSearch(8, "x");
    expect([recentOf(8, recentSearches.get()), recentOf(7, recentSearches.get())]).toEqual([["x"], []]);
    forgetSearches();
    expect(recentOf(8, recentSearches.get())).toEqual([]);
  });
});

describe("the camera", () => {
  const stubCamera = (...pictures: readonly (readonly { readonly rawValue: string }[])[]) => {
    const stop = vi.fn<() => void>();
    const detect = vi.fn<() => Promise<readonly { readonly rawValue: string }[]>>();
    for (const picture of pictures) detect.mockResolvedValueOnce(picture);
    detect.mockResolvedValue([]);
    class Detector {
      public readonly detect = detect;
    }
    vi.stubGlobal("BarcodeDetector", Detector);
    const getUserMedia = () => Promise.resolve({ getTracks: () => [{ stop }] });
    vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
    return { stop, detect, video: { play: () => Promise.resolve() } as HTMLVideoElement };
  };

  it("is offered only where the browser reads codes and has a camera", () => {
    vi.stubGlobal("navigator", {});
    expect(canScan()).toBe(false);
    vi.stubGlobal("BarcodeDetector", Object);
    expect(canScan()).toBe(false);
    vi.stubGlobal("navigator", { mediaDevices: {} });
    expect(canScan()).toBe(true);
  });

  it("reads the first code that it sees, and is switched off", async () => {
    const { stop, video } = stubCamera([], [{ rawValue: "985112" }]);
    expect(await readCode(video, new AbortController().signal)).toBe("985112");
    expect(stop).toHaveBeenCalledOnce();
  });

  it("is switched off when somebody closes it, or when it fails", async () => {
    const { stop, detect, video } = stubCamera();
    const end = new AbortController();
    const reading = readCode(video, end.signal);
    await until(() => detect.mock.calls.length > 0);
    end.abort();
    expect([await reading, stop.mock.calls.length]).toEqual([undefined, 1]);
    detect.mockRejectedValue(new Error("It is gone."));
    await expect(readCode(video, new AbortController().signal)).rejects.toThrow("It is gone.");
    expect(stop).toHaveBeenCalledTimes(2);
  });
});
