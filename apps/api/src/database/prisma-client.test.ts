import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { converted } from "./prisma-client.js";

const schema = readFileSync(new URL("../../prisma/schema.prisma", import.meta.url), "utf8");

/** The fields of a model for which Prisma's types differ from those of the contract. */
const fieldsOf = (model: string): string[] => {
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)\n\}/gm)];
  const [, , body = ""] = models.find(([, name = ""]) => name.toLowerCase() === model.toLowerCase()) ?? [];
  return [...body.matchAll(/^ +(\w+) +(?:BigInt|DateTime|Decimal)(?:\[\]|\?)?(?: |$)/gm)].map(
    ([, field = ""]) => field,
  );
};

describe("the models of Prisma's client", () => {
  it("take the time of a change from the process only for accounts and their sessions", () => {
    const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)\n\}/gm)];
    const own = models.filter(([, , body]) => body?.includes("@updatedAt")).map(([, name]) => name);
    expect(own).toEqual(["Account", "Credential", "Session"]);
  });

  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.category.create({ data: { id: 1 } });
    await database.db.pet.create({ data: { id: 10, name: "Rex", categoryId: 1 } });
  });
  afterAll(() => database.drop());

  it.each(Object.entries(converted))("convert each id, time and amount of a %s", (model, fields) => {
    const expected = fieldsOf(model);
    expect(expected).not.toEqual([]);
    expect(Object.keys(fields).toSorted()).toEqual(expected.toSorted());
  });

  it("return ids as numbers and times as texts, also in a transaction and of selected fields", async () => {
    const author = { kind: "system", id: null, name: null };
    const [note, selected] = await database.db.$transaction(async (tx) => [
      await tx.note.create({ data: { petId: 10, text: "Shy", author } }),
      await tx.note.findFirst({ where: { petId: 10 }, select: { createdAt: true } }),
    ]);
    expect(note).toMatchObject({ id: 1, petId: 10, createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) });
    expect(selected).toEqual({ createdAt: note?.createdAt });
  });

  it("return null for an id that is not set", async () => {
    const order = await database.db.order.create({ data: { petId: 10, status: "delivered" } });
    expect(order).toMatchObject({ petId: 10, customerId: null, heldPetId: null });
  });

  it("return a text for a time that has no beginning", async () => {
    await database.db.petProfile.create({ data: { petId: 10 } });
    await database.pool.query("UPDATE pet_profile SET public_updated_at = '-infinity'");
    expect((await database.db.petProfile.findFirst())?.publicUpdatedAt).toBe("-infinity");
  });

  it("take numbers and texts to find rows", async () => {
    const { createdAt } = await database.db.customer.create({ data: { id: 7, name: "Ada" } });
    expect(await database.db.customer.findMany({ where: { id: { in: [7] }, createdAt } })).toHaveLength(1);
  });
});
