import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { withFactors } from "./accounts/factors.js";
import { setRole } from "./accounts/set-role.js";
import { sessionTokenHash } from "./accounts/session-token.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { readSignedIn } from "./signed-in.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns an owner whose request has been authenticated, and another owner. */
const signedInOwner = async () => {
  const { db } = database;
  const create = (name: string) =>
    db.account.create({
      data: { email: `${crypto.randomUUID()}@petstore.test`, name, role: "owner" },
      include: withFactors,
    });
  const [account, other] = [await create("Owner"), await create("Other")];
  const { id } = await db.session.create({
    data: { accountId: account.id, token: sessionTokenHash(account.email), expiresAt: new Date(Date.now() + 60_000) },
  });
  const signedIn = (await readSignedIn(db, id)) ?? expect.fail("no session");
  const demote = () => changeAccountsAs({ db }, "owner", signedIn, (change) => setRole(change, other, "clerk"));
  const roleOfOther = async () => (await db.account.findUniqueOrThrow({ where: { id: other.id } })).role;
  return { account, demote, roleOfOther };
};

describe("changeAccountsAs", () => {
  it("runs the change in the name of the caller", async () => {
    const { account, demote, roleOfOther } = await signedInOwner();
    await demote();
    expect(await roleOfOther()).toBe("clerk");
    const [event] = await database.db.auditEvent.findMany({ orderBy: { id: "desc" }, take: 1 });
    expect(event).toMatchObject({ action: "account.update", actorKind: "account", actorId: account.id });
  });

  it("throws 401 when the caller's session has ended since it was authenticated", async () => {
    const { account, demote, roleOfOther } = await signedInOwner();
    await database.db.account.update({ where: { id: account.id }, data: { banned: true } });
    await expect(demote()).rejects.toMatchObject({ status: 401 });
    expect(await roleOfOther()).toBe("owner");
  });

  it("throws 403 when the caller has lost the role since it was authenticated", async () => {
    const { account, demote, roleOfOther } = await signedInOwner();
    await database.db.account.update({ where: { id: account.id }, data: { role: "manager" } });
    await expect(demote()).rejects.toMatchObject({ status: 403 });
    expect(await roleOfOther()).toBe("owner");
  });
});
