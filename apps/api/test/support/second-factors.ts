import { createOTP } from "@better-auth/utils/otp";
import { base32 } from "@better-auth/utils/base32";
import { createAuthenticator } from "./authenticator.js";
import type { Browser } from "./staff.js";

const PERIOD_MS = 30_000;

/**
 * Returns the code that an app shows.
 * @param stepsLater - How many steps in the future. A code can be used only once, and the code of the next step is
 * accepted too.
 */
export const codeOf = (secret: string, stepsLater = 0): Promise<string> => {
  const plain = new TextDecoder().decode(base32.decode(secret));
  return createOTP(plain, { digits: 6, period: 30 }).hotp(Math.floor(Date.now() / PERIOD_MS) + stepsLater);
};

export type EnrolledTotp = { readonly secret: string; readonly recoveryCodes: readonly string[] };

/** Turns the authenticator app on with the code of the previous step, so that the current one can still be used. */
export const enrolTotp = async (browser: Browser): Promise<EnrolledTotp> => {
  const { secret } = (await browser.send("POST /auth/two-factor/start")).body as { secret: string };
  const enable = async () => browser.send("POST /auth/two-factor/enable", { code: await codeOf(secret, -1) });
  const first = await enable();
  // If the next step has just begun, the code of the previous step is too old.
  const { status, body } = first.status === 400 ? await enable() : first;
  if (status !== 200) throw new Error(`The authenticator app could not be turned on: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: (body as { recoveryCodes: string[] }).recoveryCodes };
};

export const optionsOf = async (browser: Browser, kind: "registration" | "authentication") =>
  (await browser.send(`POST /auth/passkeys/${kind}-options`)).body as { challenge: string };

/** Adds a passkey. @param origin - The origin of the browser. */
export const enrolPasskey = async (browser: Browser, origin: string, authenticator = createAuthenticator(origin)) => {
  const response = authenticator.create(await optionsOf(browser, "registration"));
  const { body } = await browser.send("POST /auth/passkeys", { name: "Laptop", response });
  return { authenticator, passkey: body as { id: number; name: string } };
};
