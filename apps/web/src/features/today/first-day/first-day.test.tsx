import type { Pet } from "@petstore/contract/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { petOf } from "../../../../test/support/examples";
import { draw } from "../../../../test/support/draw";
import { actAs, fakeService, type Handler } from "../../../../test/support/fake-service";
import { until } from "../../../../test/support/hook";
import { firstDayHidden } from "../../../lib/page/preferences";
import { queryClient } from "../../../lib/service/query-client";
import { storeSettings } from "../../../lib/store/store-settings";
import { ClearSamples } from "./clear-samples";
import FirstDayPanel from "./first-day-panel";

const statusNames = { available: null, pending: null, sold: null };
const store = (name: string | null, currency: string | null) =>
  storeSettings.set({ name, currency, address: null, logo: null, timeZone: null, statusNames });

beforeEach(() => {
  queryClient.clear();
  firstDayHidden.set(false);
  store(null, null);
});
afterEach(() => {
  storeSettings.set(undefined);
  firstDayHidden.set(false);
});

const samples: readonly Pet[] = [petOf({ id: 1 }), petOf({ id: 2 }), petOf({ id: 3, status: "sold" })];

const service = (pets: readonly Pet[], handlers: Readonly<Record<string, Handler>> = {}) =>
  fakeService({
    "GET /v1/history": ({ query }) => {
      const subject = query.get("subject");
      const sample = { after: { source: "sample", firstPetId: 1, lastPetId: 3 } };
      if (subject === null) return { body: [{ after: { source: "pets.csv" } }, sample] };
      return { body: subject === "profile:2" ? [{ id: 1 }] : [] };
    },
    "GET /v1/pets": () => ({ body: pets }),
    "GET /auth/admin/list-users": () => ({ body: { users: [], total: 2, limit: 1, offset: 0 } }),
    ...handlers,
  });

const linesOf = async (petCount: number) => {
  const page = await draw(FirstDayPanel, { petCount });
  await until(() => page.has("section") || firstDayHidden.get());
  return { page, lines: page.every<{ readonly isDone: boolean }>("Line").map(({ isDone }) => isDone) };
};

describe("the list of the first day", () => {
  it("ticks what the store has: name, currency, staff, an own animal, no sample", async () => {
    actAs("owner");
    service(samples);
    store("Second Chance", null);
    expect((await linesOf(3)).lines).toEqual([true, false, true, false, false]);
    expect((await linesOf(4)).lines).toEqual([true, false, true, true, false]);
  });

  it("does not ask a manager about the staff", async () => {
    actAs("manager");
    const asked = service(samples);
    expect((await linesOf(3)).lines).toHaveLength(4);
    expect(asked.filter(({ line }) => line.includes("list-users"))).toEqual([]);
  });

  it("goes away when all is done, and is not asked for again", async () => {
    actAs("owner");
    service([]);
    store("Second Chance", "EUR");
    expect((await linesOf(1)).page.has("section")).toBe(false);
    expect(firstDayHidden.get()).toBe(true);
  });
});

describe("clearing the sample", () => {
  it("says how many are deleted and how many stay, and deletes only those that nobody has changed", async () => {
    actAs("owner");
    const asked = service(samples, { "POST /v1/pets/changes": () => ({ body: { done: 1, unchanged: 0, left: [] } }) });
    const dialog = await draw(ClearSamples, { samples, onClose: () => undefined });
    await until(() => dialog.has("ConfirmDialog"));
    const { title, description, onConfirm } = dialog.get<{
      readonly title: string;
      readonly description: string;
      readonly onConfirm: () => void;
    }>("ConfirmDialog");
    expect(title).toBe("Delete 1 animal of the sample?");
    expect(description).toContain("2 animals of the sample stay, because they have an order");
    onConfirm();
    await until(() => asked.some(({ body }) => Array.isArray(body)));
    expect(asked.find(({ body }) => Array.isArray(body))?.body).toMatchObject([{ id: 1, to: null }]);
  });
});
