import { afterAll, beforeAll, describe, expect } from "vitest";
import { addAuthenticator } from "./support/authenticator.js";
import { findViolations } from "./support/axe.js";
import { hasBrowser, test, unique } from "./support/browser.js";
import { forgetProof } from "./support/database.js";
import { emailOf, openAs } from "./support/people.js";
import { type Service, startService } from "./support/service.js";
import { createAccount, createOwner, type StaffAccount } from "./support/staff.js";
import { totpCode } from "./support/totp.js";

const refused = /status of 40[03]/;
const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

describe.skipIf(!hasBrowser)("with REQUIRE_SECOND_FACTOR=managers", () => {
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
  });

  afterAll(() => service.stop());
});
