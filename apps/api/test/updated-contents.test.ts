import { rm } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { ownApi } from "./support/own-api.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";

type Store = { readonly address: string; readonly key: string };
type Contents = Readonly<Record<"pets" | "categories" | "orders" | "notes" | "profiles" | "photos", readonly string[]>>;
type StoreContents = {
  readonly createPet: (store: Store, name: string) => Promise<unknown>;
  readonly fillStore: (store: Store) => Promise<number>;
  readonly readContents: (store: Store, id: number) => Promise<Contents>;
};
type TryRoot = { readonly requireEqual: (before: object, after: object, version: string) => void };

const scripts = new URL("../../../ops/release/", import.meta.url);
const contents = (await import(new URL("store-contents.mjs", scripts).href)) as StoreContents;
const { requireEqual } = (await import(new URL("try-root.mjs", scripts).href)) as TryRoot;

it("a release compares each kind of contents before and after an update, over all pages", async () => {
  const { createPet, fillStore, readContents } = contents;
  const dataDir = await makeTemporaryFolder();
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const api = await ownApi({ DATA_DIR: dataDir });
  const store = { address: api.origin, key: api.key };
  const id = await fillStore(store);
  const before = await readContents(store, id);
  expect(Object.values(before).filter((rows) => rows.length === 0)).toEqual([]);
  expect([before.pets.length, before.photos[0]]).toEqual([1001, expect.stringMatching(/^[\da-f]{64}$/)]);
  requireEqual(before, await readContents(store, id), "1.2.0");

  await createPet(store, "Rex");
  const more = await readContents(store, id);
  const rex = '[1002,"Rex",1,"available"]';
  expect(() => requireEqual(before, more, "1.2.0")).toThrow(`The update to 1.2.0 added pets to the store: ${rex}`);
  const lost = `The update to 1.2.0 removed or changed pets of the store: ${rex}`;
  expect(() => requireEqual(more, before, "1.2.0")).toThrow(lost);
  await api.send("PATCH /v1/pets/1002", { body: { name: "Max" } });
  const changed = await readContents(store, id);
  expect(() => requireEqual(more, changed, "1.2.0")).toThrow(lost);
});
