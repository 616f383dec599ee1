import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/support/test-database.js";

test("x", async () => {
  const t = await createTestDatabase();
  expect(await t.db.pet.count()).toBe(0);
  await t.drop();
});
test("prints", () => { console.log("hi"); });
