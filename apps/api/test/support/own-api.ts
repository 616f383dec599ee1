import { onTestFinished } from "vitest";
import { createTestApi, type TestApi } from "./test-api.js";

/** A service with a store for one test alone: its file's other tests see nothing of it, and it nothing of theirs. */
export const ownApi = async (...settings: Parameters<typeof createTestApi>): Promise<TestApi> => {
  const api = await createTestApi(...settings);
  onTestFinished(() => api.close());
  return api;
};
