import { afterEach, describe, expect, it, vi } from "vitest";
import { runHook, until } from "../../../test/support/hook";
import { OfflineBanner } from "../../app/offline-banner";
import { useMediaQuery } from "./media-query";
import { activeShortcuts, useShortcut } from "./shortcuts";

afterEach(() => vi.unstubAllGlobals());

describe("a listener", () => {
  it("a listener for the width or the network ends with its component", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const heard = new Set<string>();
    const target = {
      addEventListener: (name: string) => heard.add(name),
      removeEventListener: (name: string) => heard.delete(name),
    };
    const hook = await runHook(() => {
      Object.assign(window, target);
      Object.assign(globalThis, { matchMedia: () => ({ matches: true, ...target }) });
      return [useMediaQuery("(min-width: 60rem)"), OfflineBanner()] as const;
    });
    const names = () => ["change", "offline", "online"].filter((name) => heard.has(name));
    await until(() => names().length === 3);
    expect(hook.now()[0]).toBe(true);
    hook.unmount();
    await until(() => names().length === 0);
  });
});

describe("a shortcut", () => {
  it("is in the help while its component is mounted", async () => {
    const labels = () => activeShortcuts.get().map(({ label }) => label);
    const hook = await runHook(() => useShortcut("n", "New", () => undefined));
    await until(() => labels().includes("New"));
    hook.unmount();
    await until(() => !labels().includes("New"));
  });
});
