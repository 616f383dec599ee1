import { afterAll, beforeAll, describe, expect } from "vitest";
import { expectGone, expectNone } from "../support/absence.js";
import { addAuthenticator } from "../support/authenticator.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, quiet, test, unique } from "../support/browser.js";
import { forgetProof } from "../support/database.js";
import { emailOf, openAs } from "../support/people.js";
import { type Service, startService } from "../support/service.js";
import { sizes } from "../support/sizes.js";
import { createAccount, createOwner, enrolTotp, setRole, type StaffAccount } from "../support/staff.js";
import { totpCode } from "../support/totp.js";

const refused = /status of 40[03]/;

describe.skipIf(!hasBrowser)("a required second factor", () => {
  let service: Service;
  let owner: StaffAccount;

  const createPerson = (role: "manager" | "clerk") => {
    const name = unique("Robin");
    const account = { name, email: emailOf(name), password: "glacier 9 tulip robin", role };
    return createAccount(service.address, owner.cookies, account);
  };

  beforeAll(async () => {
    service = await startService({ REQUIRE_SECOND_FACTOR: "managers" });
    owner = await createOwner(service);
    await enrolTotp(service.address, owner.cookies);
  });

  afterAll(() => service.stop());

  test.for(sizes)("makes a manager set up an app before anything else, at $width px", async (size, { open }) => {
    const { address } = service;
    const person = await createPerson("manager");
    const page = await openAs(open, person, "/orders", { ...size, address, allow: [refused] });
    const menu = page.getByRole("button", { name: /^Account of/ });
    await expectNone(menu, page.getByRole("heading", { name: "Set up a second factor", level: 1 }));
    expect(await findViolations(page)).toEqual([]);
    await forgetProof(person.email, service.dataDir);
    await page.getByRole("button", { name: "Set up an app" }).click();
    const question = page.getByRole("dialog", { name: "Is it still you?" });
    await question.getByLabel("Password", { exact: true }).fill(person.password);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const secret = await page.getByLabel("Or type this key into the app").inputValue();
    await page.getByLabel("Code from the app").fill(totpCode(secret));
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Recovery codes" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const orders = page.waitForResponse("**/v1/orders?*");
    await page.getByRole("button", { name: "I have kept them: continue" }).click();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    await menu.waitFor();
    expect((await orders).status()).toBe(200);
  });

  test("can be a passkey, and the last passkey cannot be removed", async ({ open }) => {
    const person = await createPerson("manager");
    const address = service.address.replace("127.0.0.1", "localhost");
    const page = await openAs(open, person, "/account", { address, allow: [refused] });
    await page.getByRole("button", { name: "Add a passkey" }).waitFor();
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByRole("heading", { name: "My account", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Remove Chrome on Linux" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Remove" }).click();
    await question.getByRole("alert").getByText("The store requires a second factor for your account.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Remove Chrome on Linux" }).click();
    // When the question opens again, it does not show the failure of the previous attempt.
    await expectGone(question.getByRole("alert"), question.getByRole("button", { name: "Remove" }));
  });

  test("is not required of a clerk until they become a manager", async ({ open }) => {
    const { address } = service;
    const person = await createPerson("clerk");
    const page = await openAs(open, person, "/nowhere", { address, allow: [refused] });
    await page.clock.install();
    await page.goto("/orders");
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    await quiet(page);
    await setRole(address, owner.cookies, person, "manager");
    // The page's key is renewed after 14 minutes.
    await page.clock.fastForward("14:30");
    await page.getByRole("heading", { name: "Set up a second factor", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/orders");
  });
});
