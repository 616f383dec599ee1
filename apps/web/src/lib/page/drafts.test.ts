import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { actAs } from "../../../test/support/fake-service";
import { runHook, until } from "../../../test/support/hook";
import { draftsOf, hasDrafts } from "./drafts";

const useText = draftsOf<{ readonly text: string }>("notes", z.object({ text: z.string() }));
const useName = draftsOf<{ readonly name: string }>("newPets", z.object({ name: z.string() }));

const stored = new Map<string, string>();
let account = 5_100;

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  actAs("clerk", { id: (account += 1) });
});
afterEach(() => vi.unstubAllGlobals());

it("shows drafts of an older version, and stores them under the new name", async () => {
  const old = `animal-drafts-${account}`;
  stored.set(old, JSON.stringify({ edits: {}, notes: { 7: { text: "Bites" } }, added: { name: "Ada" } }));
  const note = await runHook(() => useText(7));
  const added = await runHook(() => useName("new"));
  expect([note.now().draft, added.now().draft]).toEqual([{ text: "Bites" }, { name: "Ada" }]);
  expect([stored.has(old), stored.get(`drafts-${account}`)?.includes("Bites")]).toEqual([false, true]);
  note.now().set(undefined);
  await until(() => note.now().draft === undefined);
  expect(hasDrafts(account)).toBe(true);
});

it("removes stored data of an older version that is not a draft", async () => {
  stored.set(`animal-drafts-${account}`, JSON.stringify("no draft"));
  const note = await runHook(() => useText(7));
  expect([note.now().draft, stored.size, hasDrafts(account)]).toEqual([undefined, 0, false]);
});
