import { randomUUID } from "node:crypto";
import { describe, expect, inject } from "vitest";
import { accountOf, test } from "../support/browser.js";
import { createAccount } from "../support/staff.js";
import {
  changePassword,
  importFile,
  type Job,
  lookAtToday,
  readNavigation,
  undoFromHistory,
  workOnCategories,
  workOnKeys,
  workOnOrders,
  workOnPets,
  workOnStaff,
} from "./jobs.js";

const everybody: readonly Job[] = [workOnPets, workOnOrders, workOnCategories, undoFromHistory];
const daily = ["Today", "Animals", "Orders", "Customers", "History", "Categories"];

const jobs = {
  clerk: [lookAtToday, ...everybody, changePassword],
  manager: [lookAtToday, ...everybody, importFile, workOnKeys, changePassword],
  owner: [lookAtToday, ...everybody, importFile, workOnKeys, workOnStaff, changePassword],
} as const;

const pages = {
  clerk: [...daily, "My account"],
  manager: [...daily, "Fields", "Import", "Keys", "Webhooks", "Store", "My account"],
  owner: [...daily, "Fields", "Import", "Keys", "Webhooks", "Store", "Staff", "My account"],
} as const;

const widths = [1440, 390];
const cases = (["clerk", "manager", "owner"] as const).flatMap((role) => widths.map((width) => ({ role, width })));

describe("each role", () => {
  test.for(cases)("a $role does every job of the role at $width px", async ({ role, width }, { open, api }) => {
    const { cookies } = await accountOf("owner");
    const email = `${role}-${randomUUID()}@store.example`;
    const password = "glacier 9 tulip proof";
    const account = await createAccount(inject("address"), cookies, { email, password, name: role, role });
    const page = await open("/", { role: null, width, height: 844, allow: [/status of 401/] });
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    const stage = { page, api, account, isWide: width > 768 };
    expect(await readNavigation(stage)).toEqual(pages[role]);
    for (const job of jobs[role]) {
      // oxlint-disable-next-line no-await-in-loop
      await job(stage);
      // oxlint-disable-next-line no-await-in-loop
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  });
});
