import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { holdRequests } from "../support/hold-requests.js";
import { addPet, petsById, petsByName } from "../support/rows.js";

const broken = [/net::ERR_(FAILED|INTERNET_DISCONNECTED)/];

const firstTime = (handle: (route: Route) => Promise<void>) => {
  let hasRun = false;
  return (route: Route) => {
    if (hasRun) return route.fallback();
    hasRun = true;
    return handle(route);
  };
};

/** Lets the service handle the request, and loses its answer. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

const refuse = (status: 429 | 503, code: string) => (route: Route) =>
  route.fulfill({
    status,
    headers: { "retry-after": "1", "x-request-id": "test" },
    json: { code, message: "The service is busy; try again.", status },
  });

const newAnimal = async (page: Page, name: string) => {
  const drawer = page.getByRole("dialog", { name: "New animal" });
  await drawer.getByLabel("Name").fill(name);
  await drawer.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("listbox").getByRole("option").first().click();
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  return drawer;
};

describe.skipIf(!hasBrowser)("offline", () => {
  test("an outage during an edit keeps the data and the typed text, and saves once connected", async ({
    open,
    api,
  }) => {
    const { id, name } = await addPet(api);
    const renamed = unique("Renamed");
    const page = await open(`/animals?id=${id}&open=${id}`, { role: "clerk", allow: broken });
    const drawer = page.getByRole("dialog", { name: `Animal ${id}` });
    await drawer.getByLabel("Name").fill(renamed);
    await page.context().setOffline(true);
    await page.getByText("You see what was loaded last").waitFor();
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.getByText("What you typed is kept.").waitFor();
    expect(await drawer.getByLabel("Name").inputValue()).toBe(renamed);
    expect(await page.locator(`[data-row="${id}"]`, { hasText: name }).count()).toBe(1);
    expect((await petsById(api, id))[0]?.name).toBe(name);
    await page.context().setOffline(false);
    await page.getByText("You see what was loaded last").waitFor({ state: "detached" });
    await drawer.getByRole("button", { name: "Try again" }).click();
    await page.getByText(`Saved ${renamed}`).waitFor();
    expect((await petsById(api, id))[0]?.name).toBe(renamed);
  });

  test("says that a page cannot load, and loads it on Try again", async ({ open }) => {
    const page = await open("/history", { role: "clerk", allow: broken });
    await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Orders" }).hover();
    await page.route("**/v1/orders?*", (route) => route.abort());
    await page.getByRole("link", { name: "Orders" }).click();
    await page.getByRole("alert").getByText("You are offline").waitFor();
    await page.unroute("**/v1/orders?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("[data-row]").first().waitFor();
  });
});

describe.skipIf(!hasBrowser)("an answer lost after the commit", () => {
  test("creates only one animal after a retry", async ({ open, api }) => {
    const name = unique("Lost");
    const page = await open("/animals?new=true", { role: "clerk", allow: broken });
    await page.route("**/v1/pets", firstTime(loseAnswer));
    const drawer = await newAnimal(page, name);
    await drawer.getByRole("button", { name: "Try again" }).click();
    await page.getByText(`Added ${name}`).waitFor();
    expect(await petsByName(api, name)).toHaveLength(1);
  });

  test("a status change whose response was lost is retried, and is recorded once", async ({ open, api }) => {
    const { id, name } = await addPet(api);
    const page = await open(`/animals?id=${id}`, { role: "clerk", allow: broken });
    await page.route("**/v1/pets/changes?*", firstTime(loseAnswer));
    await page.getByRole("button", { name: `Available: status of ${name}` }).click();
    await page.getByRole("menuitemradio", { name: "Sold" }).click();
    await page.getByText(`${name} is sold`).waitFor();
    const history = await api.history.listHistory({ query: { subject: `pet:${id}` } });
    if (history.status !== 200) throw new Error(`The service answered ${history.status}.`);
    expect(history.body.map(({ action }) => action)).toEqual(["pet.update", "pet.create"]);
  });
});

describe.skipIf(!hasBrowser)("a busy service", () => {
  test("gets the request for a new animal again after a 503 with Retry-After", async ({ open, api }) => {
    const name = unique("Busy");
    const page = await open("/animals?new=true", { role: "clerk", allow: [/status of 503/] });
    await page.route("**/v1/pets", firstTime(refuse(503, "unavailable")));
    await newAnimal(page, name);
    await page.getByText(`Added ${name}`).waitFor();
    expect(await petsByName(api, name)).toHaveLength(1);
  });

  test("gets the request for a list again after a 429, and no error is shown", async ({ open, api }) => {
    const { id, name } = await addPet(api);
    const page = await open("/orders", { role: "clerk", allow: [/status of 429/] });
    await page.route("**/v1/pets?*", firstTime(refuse(429, "too_many_requests")));
    await page.goto(`/animals?id=${id}`);
    await expectNone(page.getByRole("alert"), page.getByText(name).first());
  });
});

/** Refuses for ten minutes, as the service does after too many page loads. */
const refuseForLong = (route: Route) =>
  route.fulfill({
    status: 429,
    headers: { "retry-after": "600" },
    json: { code: "rate_limited", message: "too many API keys for this session", status: 429 },
  });

const nextTry = /The page tries again by itself at \d+:\d\d/;

describe.skipIf(!hasBrowser)("a long refusal", () => {
  test.for([
    ["/", 1],
    ["/animals", 1],
    ["/orders?view=board", 1],
    ["/orders", 1],
    ["/orders?open=1", 2],
    ["/categories", 1],
    ["/history", 1],
    ["/keys", 1],
    ["/keys?open=1", 2],
  ] as const)("is explained on each panel of %s, with the time of the retry", async ([path, panels], { open }) => {
    const page = await open("/account", { allow: [/status of 429/] });
    await page.route("**/auth/key", refuseForLong);
    await page.goto(path);
    // This does not search by role, because a drawer hides the page below it from screen readers.
    const alerts = page.locator("[role=alert]").filter({ hasText: nextTry });
    await expect.poll(() => alerts.count()).toBe(panels);
    expect(await alerts.first().innerText()).toContain("more in a short time than the service allows");
    expect(await page.getByText(/^No (orders|animals|changes|order)/).count()).toBe(0);
  });

  test("ends at the time that it named, and then the panel is shown", async ({ open }) => {
    const page = await open("/account", { allow: [/status of 429/] });
    await page.clock.install();
    await page.route("**/v1/actions?*", firstTime(refuseForLong));
    await page.goto("/history");
    await page.getByRole("alert").filter({ hasText: nextTry }).waitFor();
    await page.clock.fastForward("10:01");
    await page.locator("[data-row]").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("makes a change fail at once, so that nobody has to wait", async ({ open, api }) => {
    const { id, name } = await addPet(api);
    const page = await open(`/animals?id=${id}`, { allow: [/status of 429/] });
    await page.route("**/v1/pets/changes?*", refuseForLong);
    await page.getByRole("button", { name: `Available: status of ${name}` }).click();
    await page.getByRole("menuitemradio", { name: "Sold" }).click();
    await page.getByLabel("Notices").getByText("That did not work").waitFor();
    await page.getByRole("button", { name: `Available: status of ${name}` }).waitFor();
  });

  test("is shown in a picker of categories", async ({ open }) => {
    const page = await open("/account", { allow: [/status of 429/] });
    await page.route("**/v1/categories*", refuseForLong);
    await page.goto("/animals?new=true");
    await page.getByRole("dialog").getByRole("combobox", { name: "Category" }).click();
    await page.getByText("The categories could not be loaded.", { exact: false }).first().waitFor();
  });
});

describe.skipIf(!hasBrowser)("a slow answer", () => {
  test("is not shown if a newer answer has overtaken it", async ({ open, api }) => {
    const [slow, quick] = [unique("Slow"), unique("Quick")];
    await Promise.all([addPet(api, { name: slow }), addPet(api, { name: quick })]);
    const page = await open("/animals", { role: "clerk", allow: broken });
    const release = await holdRequests(
      page,
      (url) => url.pathname === "/v1/pets" && url.searchParams.get("q") === slow,
    );
    const rows = page.locator("[data-row]");
    const box = page.getByLabel("Search animals");
    const asked = page.waitForRequest((request) => request.url().includes("q=Slow"));
    await box.fill(slow);
    const overtaken = await asked;
    await box.fill(quick);
    // Until the answer arrives, all animals show, including the one that is searched for.
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining(quick)]);
    release();
    // The response is null if the page cancelled the request.
    await (await overtaken.response())?.finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining(quick)]);
  });
});
