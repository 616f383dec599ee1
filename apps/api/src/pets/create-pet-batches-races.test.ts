import fc from "fast-check";
import type { Pet } from "@petstore/contract/routes";
import { expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { createAll, created, makeKeys, statusesOf, stored } from "../../test/support/concurrent-creates.js";
import { createTestApi } from "../../test/support/test-api.js";

it("concurrent POST /pets stores exactly the pets that got a 201, for any mix of requests", async () => {
  const api = await createTestApi({ RATE_LIMIT: "0" });
  await api.database.db.category.createMany({ data: [1, 2, 3].map((id) => ({ id })) });
  const keys = await makeKeys(api, 3);
  const name = fc
    .string({ unit: "binary", minLength: 1, maxLength: 20 })
    .map((text) => text.replaceAll(/\p{Cc}/gu, "").trim())
    .filter((text) => text !== "");
  const addition = fc.record(
    { name, categoryId: fc.integer({ min: 1, max: 9 }), status: fc.constantFrom("available", "pending", "sold") },
    { requiredKeys: ["name", "categoryId"] },
  );
  const invalid = fc.constantFrom({ name: "" }, { name: "Frank", categoryId: 0 }, []);
  const bodies = fc.array(fc.oneof({ weight: 9, arbitrary: addition }, { weight: 1, arbitrary: invalid }), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(bodies, async (bodies) => {
      await api.database.db.pet.deleteMany();
      const last = await lastEventId(api.database);
      const answers = await createAll(
        api,
        bodies,
        keys.map(({ key }) => key),
      );
      const isValid = (body: unknown) =>
        typeof body === "object" && body !== null && Reflect.get(body, "categoryId") > 0;
      expect(statusesOf(answers)).toEqual(bodies.map((body) => (isValid(body) ? 201 : 400)));
      answers.forEach(({ status, body }, at) => status === 201 && expect(body).toMatchObject({ ...bodies[at] }));
      expect(await stored(api)).toEqual(created(answers));
      const events = (await eventsSince(api.database, last)).filter(({ action }) => action === "pet.create");
      const actors = new Map(events.map(({ actor, subject }) => [subject.id, actor]));
      expect(events).toHaveLength(created(answers).length);
      answers.forEach(
        ({ status, body }, at) =>
          status === 201 && expect(actors.get((body as Pet).id)).toEqual(keys[at % keys.length]?.actor),
      );
    }),
    { numRuns: 30 },
  );
  await api.close();
});
