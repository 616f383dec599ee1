export { createFixtures, type Fixtures } from "./fixtures.js";
export { createTestFetch, type TestFetchOptions } from "./test-fetch.js";
