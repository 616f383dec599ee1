import { User } from "@petstore/contract/auth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { invitationHash } from "../auth/accounts/invitations.js";
import { sessionTokenHash } from "../auth/accounts/session-token.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
});
beforeEach(async () => {
  // The audit trail is append-only, so the events of earlier tests remain after their accounts are gone.
  await database.pool.query("TRUNCATE account, api_key RESTART IDENTITY CASCADE");
});
afterAll(() => database.drop());

const create = (email = "jane@petstore.test", role = "owner", ...args: string[]) =>
  run(["accounts", "create", "--email", email, "--role", role, ...args]);
/** Creates an account that has accepted its invitation. */
const createActive = async () => {
  await create();
  await database.db.credential.create({
    data: { userId: 1, providerId: "credential", accountId: "1", password: "hash" },
  });
};
const link = "http://127\\.0\\.0\\.1:3000/invitation#([a-z2-9-]{34})";
/** Tells whether the printed code belongs to the open invitation of account 1. */
const isOpened = async (stdout: string) => {
  const [, code = ""] = new RegExp(`^ {2}${link}$`, "m").exec(stdout) ?? [];
  const found = await database.db.invitation.findUnique({ where: { accountId: 1 } });
  return found !== null && invitationHash(code).equals(found.hash);
};
const events = async () =>
  (await database.db.auditEvent.findMany({ orderBy: { id: "desc" }, take: 1 })).map((event) => ({
    ...{ action: event.action, actorKind: event.actorKind, actorName: event.actorName, after: event.after },
  }));

describe("petstore accounts create", () => {
  it("creates an account without a password, prints its invitation, and writes an audit event", async () => {
    const { code, stdout } = await create("Jane@Petstore.Test", "owner", "--name", "Jane");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Account 1, jane@petstore.test, was created with role owner\.\n/),
    ]);
    expect(await isOpened(stdout)).toBe(true);
    const after = { id: 1, email: "jane@petstore.test", name: "Jane", role: "owner", disabled: false };
    expect(await events()).toEqual([
      { action: "account.create", actorKind: "system", actorName: expect.stringMatching(/^command line/), after },
    ]);
    expect(await database.db.credential.count()).toBe(0);
  });

  it("prints a link to PUBLIC_URL", async () => {
    const args = ["accounts", "create", "--email", "jane@petstore.test", "--role", "owner"];
    const { stdout } = await run(args, { env: { PUBLIC_URL: "https://pets.example/v1" } });
    expect(stdout).toContain("  https://pets.example/invitation#");
  });

  it("takes no password", async () => {
    expect((await create("jane@petstore.test", "owner", "--password-stdin")).code).toBe(2);
  });

  it.each([
    [["--email", "jane", "--role", "owner"], "must be an e-mail address"],
    [["--email", "jane@petstore.test", "--role", "admin"], "Allowed choices are owner, manager, clerk"],
    [["--email", "jane@petstore.test"], "required option '--role <role>' not specified"],
  ])("exits with 2 for %j", async (args, message) => {
    const { code, stderr } = await run(["accounts", "create", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("refuses a taken address", async () => {
    await create();
    const { code, stderr } = await create();
    expect([code, stderr]).toEqual([
      1,
      "An account with the address jane@petstore.test already exists; use another address.\n",
    ]);
  });

  it("refuses a first account that is not an owner", async () => {
    expect((await create("jane@petstore.test", "clerk")).stderr).toContain(
      "At least one owner must be able to sign in",
    );
    expect(await database.db.account.count()).toBe(0);
  });
});

describe("petstore accounts list", () => {
  it("aligns its columns and shows the state of each account", async () => {
    await createActive();
    await database.db.totp.create({ data: { accountId: 1, secret: "x", enabledAt: new Date() } });
    await create("joe@petstore.test", "clerk", "--name", "Joe");
    await create("ann@petstore.test", "clerk", "--name", "Ann");
    await run(["accounts", "disable", "joe@petstore.test"]);
    const [head, ...rows] = (await run(["accounts", "list"])).stdout.trimEnd().split("\n");
    expect(head).toMatch(/^ID +EMAIL +ROLE +STATE +2ND FACTOR +CREATED +NAME$/);
    expect(rows).toEqual([
      expect.stringMatching(/^1 +jane@petstore\.test +owner +active +yes +20.* jane@petstore\.test$/),
      expect.stringMatching(/^2 +joe@petstore\.test +clerk +disabled +no +20.* Joe$/),
      expect.stringMatching(/^3 +ann@petstore\.test +clerk +invited +no +20.* Ann$/),
    ]);
  });

  it("prints an array with --json: accounts as in the API, without passwords", async () => {
    await create();
    const [{ disabled, ...user }] = JSON.parse((await run(["accounts", "list", "--json"])).stdout);
    expect(User.parse(user)).toMatchObject({ id: 1, email: "jane@petstore.test", role: "owner", banned: false });
    expect(disabled).toBe(false);
  });

  it("says that there are no accounts yet", async () => {
    expect((await run(["accounts", "list"])).stdout).toContain("There are no accounts yet.");
  });
});

describe("petstore accounts disable and enable", () => {
  it("ends the sessions of a disabled account, and enables it again", async () => {
    await create();
    await create("joe@petstore.test", "clerk");
    await database.db.session.create({
      data: { accountId: 2, token: sessionTokenHash("t"), expiresAt: new Date(Date.now() + 60_000) },
    });
    const said: string[] = [];
    for (const command of ["disable", "disable", "enable", "enable"]) {
      const { code, stdout } = await run(["accounts", command, "JOE@petstore.test"]);
      expect(code).toBe(0);
      said.push(stdout);
      const isBanned = (await database.db.account.findUniqueOrThrow({ where: { id: 2 } })).banned;
      expect(isBanned).toBe(command === "disable");
    }
    expect(said).toEqual([
      "joe@petstore.test is disabled: its sessions have ended, and its keys are refused.\n",
      "joe@petstore.test was already disabled.\n",
      "joe@petstore.test is enabled: it can sign in, and its keys work.\n",
      "joe@petstore.test was not disabled.\n",
    ]);
    expect(await database.db.session.count()).toBe(0);
    expect(await events()).toMatchObject([{ action: "account.enable", after: { id: 2, disabled: false } }]);
  });

  it.each(["disable", "enable", "invite", "reset-password", "remove-second-factor"])(
    "%s refuses an unknown address",
    async (command) => {
      const { code, stderr } = await run(["accounts", command, "nobody@petstore.test"]);
      expect([code, stderr]).toEqual([
        1,
        "There is no account with the address nobody@petstore.test; `petstore accounts list` shows all accounts.\n",
      ]);
    },
  );

  it("disable refuses the last owner", async () => {
    await create();
    const { code, stderr } = await run(["accounts", "disable", "jane@petstore.test"]);
    expect([code, stderr]).toEqual([
      1,
      "At least one owner must be able to sign in; first give the role owner to another account that has a password or a passkey.\n",
    ]);
    expect((await database.db.account.findFirstOrThrow()).banned).toBe(false);
  });

  it("disable refuses the last owner who can sign in, but accepts one who was only invited", async () => {
    await createActive();
    await create("joe@petstore.test");
    const refused = await run(["accounts", "disable", "jane@petstore.test"]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("At least one owner must be able to sign in"),
    ]);
    expect((await database.db.account.findUniqueOrThrow({ where: { id: 1 } })).banned).toBe(false);
    expect((await run(["accounts", "disable", "joe@petstore.test"])).code).toBe(0);
  });

  it("disable accepts any owner if none can sign in and another owner remains", async () => {
    await createActive();
    await create("joe@petstore.test");
    expect((await run(["accounts", "invite", "jane@petstore.test"])).code).toBe(0);
    expect((await run(["accounts", "disable", "jane@petstore.test"])).code).toBe(0);
    expect((await run(["accounts", "disable", "joe@petstore.test"])).code).toBe(1);
  });
});

describe("petstore accounts invite", () => {
  it.each(["invite", "reset-password"])(
    "invite as %s makes the password invalid, ends the sessions, and writes an event",
    async (verb) => {
      await createActive();
      await database.db.session.create({
        data: { accountId: 1, token: sessionTokenHash("t"), expiresAt: new Date(Date.now() + 60_000) },
      });
      const { code, stdout } = await run(["accounts", verb, "jane@petstore.test"]);
      expect([code, stdout]).toEqual([0, expect.stringContaining("It has no API keys that still work.")]);
      expect(await isOpened(stdout)).toBe(true);
      expect(await database.db.credential.findFirstOrThrow()).toMatchObject({ password: null });
      expect(await database.db.session.count()).toBe(0);
      const after = { id: 1, email: "jane@petstore.test", name: "jane@petstore.test", role: "owner", disabled: false };
      expect(await events()).toMatchObject([{ action: "account.invite", after }]);
    },
  );

  it("replaces an earlier invitation", async () => {
    const { stdout: earlier } = await create();
    const { stdout } = await run(["accounts", "invite", "jane@petstore.test"]);
    expect([await isOpened(earlier), await isOpened(stdout)]).toEqual([false, true]);
  });

  const addKey = (name: string) => run(["keys", "create", "--name", name, "--scope", "write"]);
  const invite = (...options: string[]) => run(["accounts", "invite", "jane@petstore.test", ...options]);
  const liveKeys = () => database.db.apiKey.count({ where: { revokedAt: null } });

  it("lists the keys that still work, and keeps them", async () => {
    await create();
    await addKey("Shop front");
    const { lastFour } = await database.db.apiKey.findFirstOrThrow();
    for (const { code, stdout } of [await invite(), await invite("--keep-keys")]) {
      expect(code).toBe(0);
      expect(stdout).toContain("These API keys still work.");
      expect(stdout).toMatch(new RegExp(`^1 +pets_live_…${lastFour} +write +Shop front$`, "m"));
    }
    expect(await liveKeys()).toBe(1);
  });

  it("revokes all keys with --revoke-keys, each with an audit event", async () => {
    await create();
    for (const name of ["Shop front", "Left behind"]) await addKey(name);
    await database.db.apiKey.updateMany({ where: { name: "Shop front" }, data: { expiresAt: new Date(0) } });
    const { code, stdout } = await invite("--revoke-keys");
    expect([code, stdout]).toEqual([0, expect.stringContaining("These API keys are revoked:")]);
    expect(stdout).not.toContain("Shop front");
    expect(await database.db.apiKey.findMany({ where: { revokedAt: null } })).toMatchObject([{ name: "Shop front" }]);
    expect(await events()).toMatchObject([{ action: "api_key.revoke", actorKind: "system" }]);
  });

  it("keeps the second factor, or removes it with --remove-second-factor", async () => {
    await createActive();
    await database.db.totp.create({ data: { accountId: 1, secret: "x", enabledAt: new Date() } });
    const left = [];
    for (const args of [[], ["--remove-second-factor"]]) {
      expect((await run(["accounts", "invite", "jane@petstore.test", ...args])).code).toBe(0);
      left.push(await database.db.totp.count());
    }
    expect(left).toEqual([1, 0]);
  });

  it("refuses --revoke-keys together with --keep-keys", async () => {
    expect((await invite("--revoke-keys", "--keep-keys")).code).toBe(2);
  });
});

describe("petstore accounts remove-second-factor", () => {
  const remove = () => run(["accounts", "remove-second-factor", "jane@petstore.test"]);

  it("removes authenticator app, recovery codes and passkeys, ends the sessions, and keeps the password", async () => {
    await createActive();
    const { db } = database;
    await db.totp.create({ data: { accountId: 1, secret: "x", enabledAt: new Date() } });
    await db.recoveryCode.create({ data: { accountId: 1, hash: Buffer.alloc(32) } });
    const key = { credentialId: Buffer.from("id"), publicKey: Buffer.from("key"), counter: 0 };
    await db.passkey.create({ data: { accountId: 1, name: "Laptop", ...key } });
    await db.session.create({
      data: { accountId: 1, token: sessionTokenHash("t"), expiresAt: new Date(Date.now() + 60_000) },
    });
    expect((await remove()).stdout).toBe(
      "jane@petstore.test signs in with its password alone, and all its sessions have ended.\n",
    );
    const counts = [
      await db.totp.count(),
      await db.recoveryCode.count(),
      await db.passkey.count(),
      await db.session.count(),
    ];
    expect(counts).toEqual([0, 0, 0, 0]);
    expect(await db.credential.findFirstOrThrow()).toMatchObject({ password: "hash" });
    expect(await events()).toMatchObject([{ action: "account.disable_second_factor", actorKind: "system" }]);
  });

  it("changes nothing for an account without one", async () => {
    await create();
    expect((await remove()).stdout).toBe("jane@petstore.test has no second factor.\n");
    expect(await events()).toMatchObject([{ action: "account.create" }]);
  });
});
