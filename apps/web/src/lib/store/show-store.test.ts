import type { Store } from "@petstore/contract/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const unset = { name: null, address: null, logo: null, timeZone: null, currency: null };
const usualNames = { available: null, pending: null, sold: null };
const withNames = (statusNames: Store["statusNames"]) => ({ ...unset, statusNames });

const load = async () => {
  vi.resetModules();
  const names = await import("./show-store.js");
  const { t } = await import("../../texts/index.js");
  names.startStore();
  return { ...names, t };
};

it("shows the store's own words at once and after the next load", async () => {
  (await load()).showStore(withNames({ available: null, pending: "Reserved", sold: "Adopted" }));
  const { t, usualStatusNames, showStore } = await load();
  expect(t.common.status).toEqual({ available: "Available", pending: "Reserved", sold: "Adopted" });
  expect(usualStatusNames()).toEqual({ available: "Available", pending: "Pending", sold: "Sold" });
  expect(t.today.activity.sold).toBe("Adopted");
  expect(t.orders.confirm.deliver("Luna")).toBe("Luna becomes adopted. This cannot be undone.");
  showStore(withNames({ available: null, pending: null, sold: null }));
  expect(t.common.status).toEqual(usualStatusNames());
});

it("no sentence in any language contains a fixed word for a status", async () => {
  const { showStore, t } = await load();
  showStore(withNames({ available: "Ready", pending: "Kept", sold: "Adopted" }));
  const english = { ...t, importing: (await import("../../texts/importing.js")).importing };
  const [french, spanish, german] = await Promise.all([
    import("../../texts/fr/index.js"),
    import("../../texts/es/index.js"),
    import("../../texts/de/index.js"),
  ]);
  for (const [{ orders, importing, today }, sold, pending] of [
    [english, /adopted/, /kept/],
    [french, /adopted/, /kept/],
    [spanish, /adopted/, /kept/],
    // German uses a noun here, so the store's own word keeps its capital letter.
    [german, /Adopted/, /Kept/],
  ] as const) {
    const { animalHint, animalHelp, noAnimal, notAvailable } = orders.create;
    const { chart, sums, most, values } = today.activity;
    for (const text of [animalHint, animalHelp, noAnimal, notAvailable, importing.noStatus])
      expect(text()).toMatch(/ready/i);
    for (const text of [chart(30), sums(1, 2), most.sold(1, ""), values("", 1, 2, 3, 4)]) expect(text).toMatch(sold);
    expect(today.pending.more(1)).toMatch(pending);
  }
});

it("writes the store's own words within a sentence as each language does", async () => {
  const { showStore, t } = await load();
  showStore(withNames({ available: "Chez Marie", pending: "In Obhut", sold: "RSPCA Rehomed" }));
  const [{ pets, today, undo }, fr, es] = await Promise.all([
    import("../../texts/de/index.js"),
    import("../../texts/fr/index.js"),
    import("../../texts/es/index.js"),
  ]);
  expect(t.orders.confirm.deliver("Luna")).toContain("becomes RSPCA rehomed.");
  expect(t.pets.select.mark("On Hold")).toBe("Mark on hold");
  expect(today.pending.more(2)).toBe("2 weitere Tiere lange In Obhut");
  expect(pets.select.mark("In Obhut")).toBe("Als In Obhut markieren");
  expect(pets.select.mark("Verkauft")).toBe("Als verkauft markieren");
  expect(undo.done.status("Luna", "Pflegestelle")).toBe("Luna ist wieder Pflegestelle");
  expect(fr.orders.confirm.cancel("Luna")).toContain("redevient chez Marie.");
  expect(fr.undo.done.statuses(2, "En attente")).toBe("2 animaux de nouveau en attente");
  expect(fr.undo.done.statuses(2, "Adopté")).toBe("2 animaux de nouveau adoptés");
  expect(es.actions.many.status(2, "En acogida")).toBe("marcó 2 animales como en acogida");
  expect(es.actions.many.status(2, "Vendido")).toBe("marcó 2 animales como vendidos");
});

it("shows days and times in the store's time zone from the next load on", async () => {
  const moment = "2026-11-22T23:30:00Z";
  (await load()).showStore({ ...unset, timeZone: "Pacific/Auckland", statusNames: usualNames });
  const { showStore } = await load();
  const { formatDate, formatTime } = await import("../text/format.js");
  const { dayOf } = await import("../text/local-days.js");
  expect([formatDate(moment), formatTime(moment)]).toEqual([
    expect.stringContaining("23"),
    expect.stringContaining("12:30"),
  ]);
  expect(dayOf(moment)).toBe("2026-11-23");
  showStore({ ...unset, timeZone: "America/Havana", statusNames: usualNames });
  expect([formatDate(moment), dayOf(moment)]).toEqual([expect.stringContaining("22"), "2026-11-22"]);
});

it("shows the time of the browser in a time zone that the browser does not know", async () => {
  const { showStore } = await load();
  const { pageTimeZone } = await import("../text/time-zone.js");
  showStore({ ...unset, timeZone: "Mars/Olympus", statusNames: usualNames });
  expect(pageTimeZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
});

it("calls the store by its name, and by that of the program while it has none", async () => {
  const { showStore } = await load();
  const { storeTitle } = await import("./store-settings.js");
  expect(storeTitle()).toBe("Pet Store");
  showStore({ ...unset, name: "Second Chance", statusNames: usualNames });
  expect(storeTitle()).toBe("Second Chance");
});

it.each([
  "{",
  "null",
  '{"statusNames":{"sold":"Adopted"}}',
  JSON.stringify({ ...unset, statusNames: { ...usualNames, available: 1 } }),
  JSON.stringify({ ...unset, timeZone: 1, statusNames: usualNames }),
])("shows the usual words if the browser keeps %s", async (text) => {
  storage.set("store", text);
  const { t, usualStatusNames } = await load();
  expect(t.common.status).toEqual(usualStatusNames());
});
