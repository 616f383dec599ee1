import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPreference } from "./preferences";
import { RECENT_SEARCHES, sessionHint } from "../session/session-hint";
import { createStore } from "./store";

/** A fake of the browser's storage. */
const fakeStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
};

const off = () => {
  throw new Error("Storage is off.");
};

beforeEach(() => void vi.stubGlobal("localStorage", fakeStorage()));
afterEach(() => void vi.unstubAllGlobals());

describe("a store", () => {
  it("tells its listeners each value until they unsubscribe", () => {
    const store = createStore(1);
    const seen: number[] = [];
    const leave = store.subscribe(() => seen.push(store.get()));
    store.set(2);
    leave();
    store.set(3);
    expect([seen, store.get()]).toEqual([[2], 3]);
  });
});

describe("a preference", () => {
  const parse = (stored: unknown) => stored !== false;

  it("is kept for the next visit", () => {
    createPreference("keys", parse).set(false);
    expect([createPreference("keys", parse).get(), createPreference("other", parse).get()]).toEqual([false, true]);
  });

  it("is kept until the page is left if storage is off, and ignores invalid values", () => {
    localStorage.setItem("keys", "{broken");
    expect(createPreference("keys", parse).get()).toBe(true);
    vi.stubGlobal("localStorage", { getItem: off, setItem: off });
    const preference = createPreference("keys", parse);
    preference.set(false);
    expect(preference.get()).toBe(false);
  });
});

describe("the session hint", () => {
  it("exists from the sign-in to the sign-out, which also removes the last searches", () => {
    expect(sessionHint.get()).toBe(false);
    sessionHint.set(7);
    localStorage.setItem(RECENT_SEARCHES, "{}");
    expect(sessionHint.get()).toBe(true);
    sessionHint.set(null);
    expect([sessionHint.get(), localStorage.getItem(RECENT_SEARCHES)]).toEqual([false, null]);
  });

  it("reports a sign-in in another tab, and no other change", () => {
    const listeners: ((event: object) => void)[] = [];
    vi.stubGlobal("addEventListener", (_: string, listener: (event: object) => void) => listeners.push(listener));
    const onSignIn = vi.fn<() => void>();
    sessionHint.watch(onSignIn);
    for (const event of [
      { key: "signed-in", newValue: null },
      { key: "theme", newValue: "9" },
      { key: "signed-in", newValue: "8" },
    ]) {
      listeners[0]?.(event);
    }
    expect(onSignIn.mock.calls).toEqual([[8]]);
  });
});
