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

const load = async () => {
  vi.resetModules();
  const names = await import("./status-names.js");
  const { t } = await import("../texts/index.js");
  names.startStatusNames();
  return { ...names, t };
};

it("shows the store's own words for statuses, in sentences and on the next load too, beside the usual ones", async () => {
  (await load()).showStatusNames({ available: null, pending: "Reserved", sold: "Adopted" });
  const { t, usualStatusNames, showStatusNames } = await load();
  expect(t.common.status).toEqual({ available: "Available", pending: "Reserved", sold: "Adopted" });
  expect(usualStatusNames()).toEqual({ available: "Available", pending: "Pending", sold: "Sold" });
  expect(t.today.activity.sold).toBe("Adopted");
  expect(t.orders.confirm.deliver("Luna")).toBe("Luna becomes adopted. This cannot be undone.");
  showStatusNames({ available: null, pending: null, sold: null });
  expect(t.common.status).toEqual(usualStatusNames());
});

it.each(["{", "null", '{"sold":"Adopted"}', '{"available":1,"pending":null,"sold":null}'])(
  "shows the usual words if the browser keeps %s",
  async (text) => {
    storage.set("status-names", text);
    const { t, usualStatusNames } = await load();
    expect(t.common.status).toEqual(usualStatusNames());
  },
);
