import { onTestFinished } from "vitest";
import { createTestApi, type TestApi } from "./test-api.js";

/**
 * Starts a service with a store for a single test, so that it and the other tests of its file do not affect each other.
 */
export const ownApi = async (...settings: Parameters<typeof createTestApi>): Promise<TestApi> => {
  const api = await createTestApi(...settings);
  onTestFinished(() => api.close());
  return api;
};
