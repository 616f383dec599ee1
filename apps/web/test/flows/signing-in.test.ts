import { describe, expect } from "vitest";
import { accountOf, hasBrowser, quiet, test } from "../support/browser.js";

const refused = /the server responded with a status of 401/;

describe.skipIf(!hasBrowser)("signing in", () => {
  test("works by keyboard alone, and then shows the requested page", async ({ open }) => {
    const { email, password } = await accountOf("clerk");
    const page = await open("/animals?status=sold&sort=-name", { role: null });
    await page.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Animals", level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=sold&sort=-name");
  });

  test("reports a wrong password, keeps the typed text, and accepts the right one", async ({ open }) => {
    const { email, password } = await accountOf("clerk");
    const page = await open("/orders", { role: null, width: 390, allow: [refused] });
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("The e-mail or the password is wrong.").waitFor();
    expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
    await page.getByLabel("Show password").check();
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("not the password");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  });
});

describe.skipIf(!hasBrowser)("signing out", () => {
  test("ends the session and its key, and clears the drafts", async ({ open, address }) => {
    // A request that is in flight when the session ends gets 401.
    const page = await open("/animals?new=true", { role: "clerk", hasOwnSession: true, allow: [/status of 401/] });
    // Waits until the first load has its key, so that the test does not mistake it for the key of the second load.
    await quiet(page);
    const exchanged = page.waitForResponse("**/auth/key");
    await page.reload();
    const { key } = (await (await exchanged).json()) as { readonly key: string };
    await page.getByRole("dialog", { name: "New animal" }).getByLabel("Name").fill("A secret plan");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "New animal" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    const answer = await fetch(`${address}/v1/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(401);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain("secret plan");
  });
});
