import { randomUUID } from "node:crypto";
import { type ErrorCode, MAX_ATTRIBUTES } from "@petstore/contract/routes";
import { addOrder, addPets } from "./builders.js";
import type { TestApi } from "./test-api.js";
import { absent, type RequestExample } from "./usual-requests.js";

/** A refusal that `particularRequests` cannot have, because the operation has another refusal with the same status. */
type FurtherRefusal = {
  readonly operationId: string;
  readonly code: ErrorCode;
  /** The kind of the thing that is in the way, if there is one. */
  readonly conflict?: string;
  readonly prepare: (api: TestApi) => Promise<RequestExample>;
};

const frank = { name: "Frank", categoryId: 1, status: "available" };
const pet = async (api: TestApi) => (await addPets(api, {}))[0] ?? 0;
const idOf = ({ body }: { readonly body: unknown }) => (body as { readonly id: number }).id;
const post = async (api: TestApi, path: string, body: object) => idOf(await api.send(`POST ${path}`, { body }));

const place = (body: object): RequestExample => ({ line: "POST /v1/orders", options: { body } });

/** The request sells the pet as if it were named Frank, which it is unless it was renamed. */
const sell = (id: number): RequestExample => ({
  line: "POST /v1/pets/changes",
  options: { body: [{ id, from: frank, to: { ...frank, status: "sold" } }] },
});

const date = () => ({ name: `a${randomUUID().replaceAll("-", "")}`, label: "Born", type: "date" });

/** Gives a store as many attributes as it can have. */
const fill = ({ database }: TestApi) =>
  database.pool.query(
    `INSERT INTO attribute (name, label, type) SELECT 'filled_' || n, 'Filled', 'date'
     FROM generate_series(1, $1 - (SELECT count(*)::integer FROM attribute)) AS n`,
    [MAX_ATTRIBUTES],
  );

/** A test that sends one of these must have a service of its own, whose store it fills. */
export const furtherRefusals: readonly FurtherRefusal[] = [
  { operationId: "createOrder", code: "pet_not_found", prepare: async () => place({ petId: absent }) },
  {
    operationId: "createOrder",
    code: "customer_not_found",
    prepare: async (api) => place({ petId: await pet(api), customerId: absent }),
  },
  {
    operationId: "updateOrder",
    code: "customer_not_found",
    prepare: async (api) => ({
      line: `PATCH /v1/orders/${await post(api, "/v1/orders", { petId: await pet(api) })}`,
      options: { body: { customerId: absent } },
    }),
  },
  {
    operationId: "mergeCategory",
    code: "category_not_found",
    prepare: async (api) => ({
      line: `POST /v1/categories/${await post(api, "/v1/categories", { name: randomUUID() })}/merge`,
      options: { body: { into: absent } },
    }),
  },
  {
    operationId: "updateProfileBatch",
    code: "pet_not_found",
    prepare: async () => ({ line: "POST /v1/profiles/batch", options: { body: [{ petId: absent, profile: {} }] } }),
  },
  { operationId: "changePets", code: "pet_not_found", prepare: async () => sell(absent) },
  {
    operationId: "changePets",
    code: "conflict",
    conflict: "pet",
    prepare: async (api) => sell((await addPets(api, { name: "Renamed" }))[0] ?? 0),
  },
  {
    operationId: "changePets",
    code: "pet_reserved",
    conflict: "order",
    prepare: async (api) => {
      const id = await pet(api);
      await addOrder(api, id);
      return sell(id);
    },
  },
  {
    operationId: "createAttribute",
    code: "conflict",
    prepare: async (api) => {
      await fill(api);
      return { line: "POST /v1/attributes", options: { body: date() } };
    },
  },
  {
    operationId: "restoreAttribute",
    code: "conflict",
    prepare: async (api) => {
      await api.database.pool.query("DELETE FROM attribute WHERE name LIKE 'filled%'");
      const path = `/v1/attributes/${await post(api, "/v1/attributes", date())}`;
      await api.send(`DELETE ${path}`);
      await fill(api);
      return { line: `POST ${path}/restore` };
    },
  },
  {
    operationId: "undoAction",
    code: "conflict",
    conflict: "action",
    prepare: async (api) => {
      await api.deps.undoRunner.close();
      const id = await pet(api);
      await api.send(`PATCH /v1/pets/${id}`, { body: { name: "Luna" } });
      const { body } = await api.send("GET /v1/actions?limit=1");
      const path = `/v1/actions/${(body as { readonly id: string }[])[0]?.id}`;
      await api.send(`POST ${path}/undo`);
      return { line: `POST ${path}/undo?subject=pet:${id}` };
    },
  },
];
