import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "./support/builders.js";
import { requestExamples } from "./support/requests.js";
import { createAdminApi, errorBody, type TestApi } from "./support/test-api.js";

/** A resource that the service itself changes, and a change of it by a caller that can be repeated. */
type Case = {
  readonly what: string;
  readonly make: (api: TestApi) => Promise<string>;
  /** Makes the service change the resource by itself. */
  readonly move: (api: TestApi, id: number) => Promise<unknown>;
  readonly change: (path: string, at: number) => readonly [line: string, body?: object];
};

const pathOf = async (api: TestApi, operationId: string) => {
  const { line } = await (requestExamples[operationId] ?? expect.fail())(api);
  return /\/v1\/[\w-]+\/[\d-]+/.exec(line)?.[0] ?? expect.fail(line);
};
const query = ({ database: { pool } }: TestApi, sql: string, id: number) => pool.query(sql, [id]);

const cases: readonly Case[] = [
  {
    what: "a webhook endpoint whose cursor moves and that is paused",
    make: (api) => pathOf(api, "getWebhookEndpoint"),
    move: (api, id) =>
      query(
        api,
        `UPDATE webhook_endpoint SET cursor = '00000000-7', last_success_at = now(), state = 'paused',
           state_reason = 'failures', next_probe_at = now() + interval '1 hour' WHERE id = $1`,
        id,
      ),
    change: (path, at) => [`PATCH ${path}`, { description: `Shop ${at}` }],
  },
  {
    what: "a category that gets a pet",
    make: (api) => pathOf(api, "getCategory"),
    move: (api, categoryId) => addPets(api, { categoryId }),
    change: (path, at) => [`PATCH ${path}`, { name: `Category ${path} ${at}` }],
  },
  {
    what: "an API key that is used",
    make: (api) => pathOf(api, "getApiKey"),
    move: (api, id) => query(api, "UPDATE api_key SET last_used_at = now() WHERE id = $1", id),
    change: (path) => [`DELETE ${path}`],
  },
  {
    what: "an action whose undo goes on",
    make: (api) => pathOf(api, "stopUndo"),
    move: (api, id) => query(api, "UPDATE action_undo SET done = done + 1, total = total + 1 WHERE id = $1", id),
    change: (path) => [`POST ${path}/undo/stop`],
  },
];

describe("the tag of a resource that the service changes by itself", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createAdminApi();
  });
  afterAll(() => api.close());

  it.each(cases)(
    "is still accepted by If-Match for a change of $what, but no longer gets a 304",
    async ({ make, move, change }) => {
      const path = await make(api);
      const id = Number(path.split(/[/-]/).at(-1));
      const tag = (await api.send(`GET ${path}`)).headers.get("etag") ?? "";
      const read = () => api.send(`GET ${path}`, { headers: { "if-none-match": tag } });
      expect((await read()).status).toBe(304);
      await move(api, id);
      expect((await read()).status).toBe(200);
      const send = (at: number) => {
        const [line, body] = change(path, at);
        return api.send(line, { headers: { "if-match": tag }, ...(body && { body }) });
      };
      expect((await send(1)).status).toBeLessThan(300);
      expect((await send(2)).body).toEqual(errorBody("precondition_failed", 412));
    },
  );
});
