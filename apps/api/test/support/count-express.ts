import { createTestApi, type TestApi } from "./test-api.js";

type Counted<Result> = { readonly result: Result; readonly byExpress: number };

/** Opens a service. It also returns a function that runs requests and counts those that Express answered. */
export const openCountedApi = async (): Promise<{
  readonly api: TestApi;
  readonly countExpress: <Result>(work: () => Promise<Result>) => Promise<Counted<Result>>;
}> => {
  let calls = 0;
  const api = await createTestApi({ RATE_LIMIT: "0" }, {}, ({ fastPath, express }) => ({
    fastPath,
    express: (request, response) => {
      calls += 1;
      express(request, response);
    },
  }));
  const countExpress = async <Result>(work: () => Promise<Result>) => {
    const before = calls;
    const result = await work();
    return { result, byExpress: calls - before };
  };
  return { api, countExpress };
};
