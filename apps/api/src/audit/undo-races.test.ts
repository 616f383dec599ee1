import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { undoUnderWrites } from "../../test/support/undo-under-writes.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ RATE_LIMIT: "1000000", LOG_LEVEL: "error" });
  await api.deps.undoRunner.close();
});
afterAll(() => api.close());

// The order of the tests matters, because ids only increase. In each round, the number of digits of the ids increases
// within the events of one request.
it.each([
  [1_200, 100, 9_500],
  [2_500, 37, 98_300],
  [12_000, 1_000, 999_400],
])(
  "an undo restores all of %i changes in steps of %i while other requests write",
  async (pets, subjects, lastEventId) => {
    await undoUnderWrites(api, { pets, subjects, lastEventId, writes: 60 });
    expect(api.logged).toEqual([]);
  },
);
