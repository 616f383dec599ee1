import { randomInt } from "node:crypto";
import { afterAll, beforeAll, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { undoUnderWrites } from "../../test/support/undo-under-writes.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.deps.undoRunner.close();
});
afterAll(() => api.close());

// The order of the tests matters, because ids only increase. undo-races.test.ts tests 12,000 changes.
it.each([100, 1_000, 10_000, 100_000, 1_000_000])(
  "an undo restores changes whose event ids are on both sides of %i, under writes",
  async (power) => {
    const pets = randomInt(8, 40);
    const lastEventId = power - randomInt(2, pets - 1);
    await undoUnderWrites(api, { pets, subjects: randomInt(1, pets - 1), lastEventId, writes: 3 });
  },
);
