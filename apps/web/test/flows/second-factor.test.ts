import type { Page } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test } from "../support/browser.js";
import { createPerson, openAs } from "../support/people.js";
import { sizes } from "../support/sizes.js";
import { enrolTotp, type StaffAccount } from "../support/staff.js";
import { totpCode } from "../support/totp.js";

const refused = /status of 40[01]/;

/** Returns the text that a phone's camera would read from the page. */
const readQrCode = async (page: Page): Promise<string> => {
  const png = await page.getByRole("img", { name: "QR code for the authenticator app" }).screenshot();
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    if (context === null) throw new Error("There is no canvas.");
    context.drawImage(bitmap, 0, 0);
    return {
      width: bitmap.width,
      height: bitmap.height,
      data: [...context.getImageData(0, 0, bitmap.width, bitmap.height).data],
    };
  }, png.toString("base64"));
  // The quiet zone above the symbol. The decoder reads dark on grey too, which cameras do not.
  const margin = 4 * (6 * width + Math.round(width / 2));
  expect(data.slice(margin, margin + 3)).toEqual([255, 255, 255]);
  return decodeQR({ width, height, data: Uint8Array.from(data) });
};

const turnedOn = "Your second factor is on";

/** Sets up an app on the account page. @returns the secret, and the recovery codes */
const turnOn = async (page: Page) => {
  await page.getByRole("button", { name: "Set up an app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.locator("input[name=code]:focus").waitFor();
  const secret = await dialog.getByLabel("Or type this key into the app").inputValue();
  expect(new URL(await readQrCode(page)).searchParams.get("secret")).toBe(secret);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel("Code from the app").fill(totpCode(secret, 50));
  await page.keyboard.press("Enter");
  await dialog.getByText(/Is wrong or already used/).waitFor();
  await dialog.getByLabel("Code from the app").fill(totpCode(secret));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("textbox", { name: "Recovery codes" });
  await codes.waitFor();
  expect(await findViolations(page)).toEqual([]);
  const recoveryCodes = (await codes.inputValue()).split("\n");
  await page.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("alertdialog", { name: "You have not copied it" })
    .getByRole("button", { name: "Cancel" })
    .click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("pet-store-recovery-codes.txt");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("10 recovery codes left").waitFor();
  await page.getByText(turnedOn).first().waitFor();
  return { secret, recoveryCodes };
};

const signOut = async (page: Page) => {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in to Pet Store" }).waitFor();
};

const givePassword = async (page: Page, { email, password }: StaffAccount) => {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

const signedIn = (page: Page) => page.getByRole("heading", { name: "Today", level: 1 }).waitFor();

describe.skipIf(!hasBrowser)("a second factor", () => {
  test.for(sizes)("is set up with an app that reads the QR code, at $width px", async (size, { open }) => {
    const person = await createPerson("clerk");
    const page = await openAs(open, person, "/account", { ...size, allow: [refused] });
    const { secret, recoveryCodes } = await turnOn(page);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await findViolations(page)).toEqual([]);
    await signOut(page);
    await givePassword(page, person);
    // Uses the next code, because the code of the present step has been used for the setup.
    await page.getByLabel("Code from the app").fill(totpCode(secret, 1));
    await page.keyboard.press("Enter");
    await signedIn(page);
  });

  test.for(sizes)("is asked for after the password, at $width px", async (size, { open, address }) => {
    const person = await createPerson("clerk");
    const { secret } = await enrolTotp(address, person.cookies);
    const page = await open("/", { ...size, role: null, allow: [refused] });
    await givePassword(page, person);
    await page.locator("input[name=code]:focus").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("Code from the app").fill(totpCode(secret, 50));
    await page.keyboard.press("Enter");
    await page.getByText("Is wrong or already used").waitFor();
    expect(await findViolations(page)).toEqual([]);
    const code = totpCode(secret, 1);
    await page.getByLabel("Code from the app").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press("Enter");
    await signedIn(page);
  });

  test.for(sizes)("can be replaced by a recovery code once, at $width px", async (size, { open, address }) => {
    const person = await createPerson("clerk");
    const { recoveryCodes } = await enrolTotp(address, person.cookies);
    const page = await open("/", { ...size, role: null, allow: [refused] });
    const giveRecoveryCode = async () => {
      await givePassword(page, person);
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").fill((recoveryCodes[0] ?? "").toUpperCase());
      await page.keyboard.press("Enter");
    };
    await giveRecoveryCode();
    await signedIn(page);
    await page.goto("/account");
    await page.getByText("9 recovery codes left").waitFor();
    await signOut(page);
    await giveRecoveryCode();
    await page.getByText("Is wrong or already used").waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test("is not reported as on after its setup was cancelled", async ({ open }) => {
    const page = await openAs(open, await createPerson("clerk"), "/account", { allow: [refused] });
    await page.getByRole("button", { name: "Set up an app" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await dialog.locator("input[name=code]:focus").waitFor();
    await dialog.getByLabel("Code from the app").fill("000000");
    await page.keyboard.press("Enter");
    const problem = dialog.getByText(/is wrong or already used/i);
    await problem.waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Set up an app" }).click();
    await expectNone(problem, dialog.locator("input[name=code]:focus"));
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectNone(page.getByText(turnedOn), page.getByRole("button", { name: "Set up an app" }));
  });

  test("gets new recovery codes, and can be turned off", async ({ open, address }) => {
    const person = await createPerson("clerk");
    await enrolTotp(address, person.cookies);
    const page = await openAs(open, person, "/account");
    await page.getByRole("button", { name: "New recovery codes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "New recovery codes" }).click();
    const codes = page.getByRole("textbox", { name: "Recovery codes" });
    await codes.waitFor();
    expect((await codes.inputValue()).split("\n")).toHaveLength(10);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Turn off" }).click();
    const question = page.getByRole("alertdialog", { name: "Turn the second factor off?" });
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
    await signOut(page);
    await givePassword(page, person);
    await signedIn(page);
  });

  test("restarts at the password after five wrong codes", async ({ open, address }) => {
    const person = await createPerson("clerk");
    const { secret } = await enrolTotp(address, person.cookies);
    const page = await open("/", { role: null, allow: [refused] });
    await givePassword(page, person);
    const field = page.getByLabel("Code from the app");
    for (let times = 0; times < 5; times += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await field.fill(totpCode(secret, 50 + times));
      const answer = page.waitForResponse("**/auth/sign-in/totp");
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      // oxlint-disable-next-line no-await-in-loop
      await answer;
    }
    await field.fill(totpCode(secret, 1));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("This sign-in has ended.").waitFor();
    await page.getByRole("button", { name: "Start again" }).click();
    await givePassword(page, person);
    await field.fill(totpCode(secret, 1));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await signedIn(page);
  });
});
