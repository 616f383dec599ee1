import { User } from "@petstore/contract/auth";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { sessionTokenHash } from "../accounts/session-token.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
});
beforeEach(async () => {
  // The audit trail is append-only: its events outlive the accounts of earlier tests.
  await database.pool.query("TRUNCATE account, api_key RESTART IDENTITY CASCADE");
});
afterAll(() => database.drop());

const password = "violet anchor 42 drum";
const create = (email = "jane@petstore.test", role = "owner", ...args: string[]) =>
  run(["accounts", "create", "--email", email, "--role", role, "--password-stdin", ...args], {
    stdin: [`${password}\n`],
  });
const events = async () =>
  (await database.db.auditEvent.findMany({ orderBy: { id: "desc" }, take: 1 })).map((event) => ({
    ...{ action: event.action, actorKind: event.actorKind, actorName: event.actorName, after: event.after },
  }));

/** A terminal where somebody answers each prompt; it records raw mode, which turns the echo off. */
const terminal = (...typed: string[]) => {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => void modes.push(on) });
  for (const line of typed) stdin.write(`${line}\r`);
  return { stdin, modes };
};

describe("petstore accounts create", () => {
  it("creates an account with the password from standard input, and an audit event", async () => {
    const { code, stdout } = await create("Jane@Petstore.Test", "owner", "--name", "Jane");
    expect([code, stdout]).toEqual([0, "Account 1, jane@petstore.test, was created with role owner.\n"]);
    const after = { id: 1, email: "jane@petstore.test", name: "Jane", role: "owner", disabled: false };
    expect(await events()).toEqual([
      { action: "account.create", actorKind: "system", actorName: expect.stringMatching(/^command line/), after },
    ]);
    const { password: stored } = await database.db.credential.findFirstOrThrow();
    expect(stored).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });

  it("prompts twice on a terminal, without echo", async () => {
    const { stdin, modes } = terminal(password, password);
    const args = ["accounts", "create", "--email", "jane@petstore.test", "--role", "owner"];
    const { code, stdout, stderr } = await run(args, { stdin });
    expect([code, stdout]).toEqual([0, "Account 1, jane@petstore.test, was created with role owner.\n"]);
    expect(stderr).toMatch(/^Password: \n[A-Z][a-z ]+: \n$/);
    expect(modes).toEqual([true, false]);
  });

  it("accepts corrections while typing", async () => {
    const { stdin } = terminal(`x\u0015violet anchor 42 drux\u007fm`, password);
    expect((await run(["accounts", "create", "--email", "a@b.example", "--role", "owner"], { stdin })).code).toBe(0);
  });

  it.each([
    ["two that differ", () => terminal(password, `${password}x`).stdin, "passwords differ"],
    ["none", () => terminal("\u0004").stdin, "No password was given"],
    ["a common one", () => terminal("password1234", "password1234").stdin, "The password must not be easy to guess"],
    ["a short one", () => terminal("short", "short").stdin, "The password must have 12 to 128 characters"],
    ["no terminal", () => new PassThrough(), "terminal"],
  ])("creates nothing for %s", async (_what, given, message) => {
    const args = ["accounts", "create", "--email", "jane@petstore.test", "--role", "owner"];
    const { code, stderr } = await run(args, { stdin: given() });
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(await database.db.account.count()).toBe(0);
  });

  it.each(["", "one\ntwo\n", "x".repeat(2_000)])("refuses %j on standard input", async (text) => {
    const args = ["accounts", "create", "--email", "a@b.example", "--role", "owner", "--password-stdin"];
    const { code, stderr } = await run(args, { stdin: [text] });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Standard input must .* on one line\.\n$/)]);
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

  it("refuses a taken address before it prompts for a password", async () => {
    await create();
    const { code, stderr } = await create();
    expect([code, stderr]).toEqual([
      1,
      "An account with the address jane@petstore.test already exists; use another address.\n",
    ]);
  });

  it("refuses a first account that is not an owner", async () => {
    expect((await create("jane@petstore.test", "clerk")).stderr).toContain("An owner who is not disabled must remain");
    expect(await database.db.account.count()).toBe(0);
  });
});

describe("petstore accounts list", () => {
  it("aligns its columns and shows the state of each account", async () => {
    await create();
    await create("joe@petstore.test", "clerk", "--name", "Joe");
    await run(["accounts", "disable", "joe@petstore.test"]);
    const [head, ...rows] = (await run(["accounts", "list"])).stdout.trimEnd().split("\n");
    expect(head).toMatch(/^ID +EMAIL +ROLE +STATE +CREATED +NAME$/);
    expect(rows).toEqual([
      expect.stringMatching(/^1 +jane@petstore\.test +owner +active +20.* jane@petstore\.test$/),
      expect.stringMatching(/^2 +joe@petstore\.test +clerk +disabled +20.* Joe$/),
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

  it.each(["disable", "enable", "reset-password"])("%s refuses an unknown address", async (command) => {
    const { code, stderr } = await run(["accounts", command, "nobody@petstore.test"]);
    expect([code, stderr]).toEqual([
      1,
      "There is no account with the address nobody@petstore.test; `petstore accounts list` shows all accounts.\n",
    ]);
  });

  it("disable refuses the last owner", async () => {
    await create();
    const { code, stderr } = await run(["accounts", "disable", "jane@petstore.test"]);
    expect([code, stderr]).toEqual([
      1,
      "An owner who is not disabled must remain; make another account an owner first.\n",
    ]);
    expect((await database.db.account.findFirstOrThrow()).banned).toBe(false);
  });
});

describe("petstore accounts reset-password", () => {
  it("sets the password, ends the sessions, and writes an event without the password", async () => {
    await create();
    const before = await database.db.credential.findFirstOrThrow();
    await database.db.session.create({
      data: { accountId: 1, token: sessionTokenHash("t"), expiresAt: new Date(Date.now() + 60_000) },
    });
    const args = ["accounts", "reset-password", "jane@petstore.test", "--password-stdin"];
    const { code, stdout } = await run(args, { stdin: ["glacier 9 tulip march"] });
    expect([code, stdout]).toEqual([
      0,
      "jane@petstore.test has a new password, and all its sessions have ended.\nIt has no API keys that still work.\n",
    ]);
    expect((await database.db.credential.findFirstOrThrow()).password).not.toBe(before.password);
    expect(await database.db.session.count()).toBe(0);
    const after = { id: 1, email: "jane@petstore.test", name: "jane@petstore.test", role: "owner", disabled: false };
    expect(await events()).toMatchObject([{ action: "account.set_password", after }]);
  });

  const addKey = (name: string) => run(["keys", "create", "--name", name, "--scope", "write"]);
  const reset = (...options: string[]) =>
    run(["accounts", "reset-password", "jane@petstore.test", "--password-stdin", ...options], { stdin: [password] });
  const liveKeys = () => database.db.apiKey.count({ where: { revokedAt: null } });

  it("lists the keys that still work, and keeps them", async () => {
    await create();
    await addKey("Shop front");
    const { lastFour } = await database.db.apiKey.findFirstOrThrow();
    for (const { code, stdout } of [await reset(), await reset("--keep-keys")]) {
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
    const { code, stdout } = await reset("--revoke-keys");
    expect([code, stdout]).toEqual([0, expect.stringContaining("These API keys are revoked:")]);
    expect(stdout).not.toContain("Shop front");
    expect(await database.db.apiKey.findMany({ where: { revokedAt: null } })).toMatchObject([{ name: "Shop front" }]);
    expect(await events()).toMatchObject([{ action: "api_key.revoke", actorKind: "system" }]);
  });

  it("refuses --revoke-keys together with --keep-keys", async () => {
    expect((await reset("--revoke-keys", "--keep-keys")).code).toBe(2);
  });

  it("sets a first password for the owner of a migrated store", async () => {
    await database.db.account.create({ data: { email: "owner@petstore.internal", name: "Owner", role: "owner" } });
    const args = ["accounts", "reset-password", "owner@petstore.internal", "--password-stdin"];
    expect((await run(args, { stdin: [password] })).code).toBe(0);
    expect(await database.db.credential.findMany()).toMatchObject([
      { providerId: "credential", accountId: "1", userId: 1n },
    ]);
  });
});
