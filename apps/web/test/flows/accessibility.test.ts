import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPet, addWebhook, placeOrder } from "../support/rows.js";
import { findAllProblems } from "../support/scenes.js";

// The proofs in test/proofs/accessibility-*.proof.ts check every state and dialog of each page.
describe.skipIf(!hasBrowser)("axe, the pseudo-locale and 320 px find nothing", () => {
  test("there are no problems on any page", async ({ open, api }) => {
    const { id } = await addPet(api, { categoryId: 7_200 });
    const order = await placeOrder(api, id, undefined, { customer: { name: unique("Ada") } });
    const page = await open("/account", { role: "owner", locale: "en-XA" });
    const paths = [
      "/",
      `/animals?open=${id}`,
      `/cards?id=${id}`,
      "/orders?view=board",
      `/orders?view=list&open=${order.id}`,
      "/customers?new=true",
      `/customers?open=${order.customerId}`,
      "/report",
      "/report?days=7",
      "/categories",
      "/fields?new=true",
      "/fields?tab=statuses",
      "/store",
      "/import",
      "/history",
      "/keys",
      `/webhooks?open=${await addWebhook(api)}`,
      "/staff",
    ];
    const scenes = [...paths, "/account", "/nowhere"].map((path) => ({ name: path, path }));
    expect(await findAllProblems(page, scenes)).toEqual([]);
    // It opens nineteen pages, one after the other.
  }, 180_000);

  test("there are no problems on the sign-in page", async ({ open }) => {
    const page = await open("/", { role: null, locale: "en-XA" });
    expect(await findAllProblems(page, [{ name: "sign in", path: "/" }])).toEqual([]);
  });
});
