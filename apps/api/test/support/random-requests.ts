import { BASE_PATH, contract, type ContractRoute, listRoutes, takesBody } from "@petstore/contract/routes";
import fc from "fast-check";
import { type KeyName, keyNames } from "./fast-path-pair.js";

/** A request with placeholders for entity tags and cursors, which come from earlier responses. */
export type RandomRequest = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly key: KeyName | "none" | "wrong" | "basic";
  readonly fields: readonly string[];
  readonly condition: Condition | undefined;
  readonly body: Body | undefined;
  /** How often the request is sent. The response cache admits a target on its second request. */
  readonly times: number;
  readonly isKeptAlive: boolean;
};
export type Condition = "exact" | "weak" | "list" | "any" | "stale" | "malformed" | "empty";
type Body = { readonly text: Buffer; readonly isChunked: boolean };

/** Generates a valid value, and in one of eight cases an invalid one. */
const mostly = (good: readonly string[], bad: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad, "") });
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at));

const oddIds = ["0", "01", "x", "%31", "1%2F2", "9007199254740991", "9007199254740992", "-1"];
const ids = mostly(numbers(1, 40), oddIds);
/** The ids of orders that exist at the start. */
const orderIds = mostly(numbers(1, 10), oddIds);
/** The first three keys are used to send the requests, so they must stay valid. */
const keyIds = fc.constantFrom(...numbers(keyNames.length + 1, 6));
const valuesOf: Record<string, fc.Arbitrary<string>> = {
  limit: mostly(["1", "2", "3", "20", "100"], ["0", "101", "1000", "03", "x"]),
  status: mostly(["available", "pending", "sold"], ["placed", "cancelled", "Sold", "active", "revoked"]),
  sort: mostly(["id", "-id", "name", "-name"], ["age"]),
  categoryId: ids,
  petId: ids,
  customerId: ids,
  q: mostly(
    ["fra", "Ada", "%231", "7", "a", "%C3%A4r", "J%C3%BCr", "%F0%9F%90%95", "a+b", "a%20b", "'--"],
    ["%", "%00", "%zz"],
  ),
  expand: fc.constantFrom("profile", "pet", "customer", "1"),
  id: ids,
  cursor: mostly(["<next>", "<prev>"], ["<altered>", "x"]),
  stability: fc.constantFrom("stable", "beta"),
  reference: mostly(["P", "po-1", "%25", "%C3%A4"], ["%00", "%zz"]),
  partial: fc.constantFrom("true", "false", "maybe"),
  dryRun: fc.constantFrom("true", "false", "maybe"),
  actor: fc.constantFrom("system", "key:1", "account:1", "nobody"),
  action: fc.constantFrom("pet.create", "pet.update", "nothing"),
  subject: fc.constantFrom("pet", "pet:1", "order", "key:x"),
  createdFrom: fc.constantFrom("2026-11-21T00:00:00Z", "yesterday"),
};
const parameterOf = (name: string) => (valuesOf[name] ?? fc.constant("1")).map((value) => `${name}=${value}`);
const oddities = fc.constantFrom("", "=", "limit", "colour=red", "__proto__=1", "limit%3D1", "status=sold&status=sold");

const queryOf = ({ route }: ContractRoute): fc.Arbitrary<string[]> => {
  const shape = (route.query as { shape?: object } | undefined)?.shape ?? {};
  const known = Object.keys(shape).map(parameterOf);
  // The fast path accepts mutations only without a query.
  const maxLength = route.method === "GET" ? 4 : 1;
  const often = known.length > 0 ? fc.array(fc.oneof(...known), { maxLength }) : fc.constant<string[]>([]);
  const odd = fc.tuple(often, oddities).map(([parameters, oddity]) => [...parameters, oddity]);
  return fc.oneof({ weight: 9, arbitrary: often }, { weight: 1, arbitrary: odd });
};

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const pet = fc.record(
  {
    name: fc.oneof(fc.constantFrom("Frank", " Bo ", "Jürgen 🐕", "", "a\u0000b", "\ud800"), fc.string()),
    categoryId: fc.constantFrom<unknown>(1, 2, 3, 50, 0, 1.5, "1"),
    status: fc.constantFrom("available", "pending", "sold", "eaten"),
    colour: fc.constant("red"),
    profile: fc.constantFrom<unknown>({}, { externalId: "A" }, { attributes: { x: 1 } }, null),
  },
  { requiredKeys: [] },
);
const goodPet = fc.record(
  {
    name: fc.constantFrom("Frank", " Bo ", "Jürgen 🐕"),
    categoryId: fc.constantFrom(1, 2, 3),
    status: fc.constant("sold"),
  },
  { requiredKeys: ["name", "categoryId"] },
);
const goodChange = fc
  .record(
    { name: fc.constantFrom("Frank", " Bo ", "Jürgen 🐕"), status: fc.constantFrom("available", "pending", "sold") },
    { requiredKeys: [] },
  )
  .filter((change) => Object.keys(change).length > 0);
const category = fc.record({ name: fc.constantFrom("Dogs", "dogs", "Cats", "Birds", "", 5) });
const orderedPet = fc.integer({ min: 1, max: 40 });
const price = { amount: 250, currency: "EUR" };
const forCustomer = {
  customerId: fc.constantFrom<unknown>(1, 2, 9, null),
  customer: fc.constantFrom({ name: "Ada", email: "ada@example.com" }, { name: "Bea" }, {}),
  price: fc.constantFrom<unknown>(price, { amount: -1, currency: "eur" }, null),
  payment: fc.constantFrom<unknown>({ paidAt: "2026-11-21T09:30:00Z", means: "cash" }, { means: "gold" }, null),
  note: fc.constantFrom("Ring twice", "", null),
};
const bodies: Record<string, fc.Arbitrary<unknown>> = {
  createPet: fc.oneof({ weight: 3, arbitrary: goodPet }, { weight: 1, arbitrary: pet }),
  createPetBatch: fc.array(fc.oneof({ weight: 9, arbitrary: goodPet }, { weight: 1, arbitrary: pet }), {
    maxLength: 3,
  }),
  putPetsByExternalId: fc.array(
    fc.oneof(
      fc.tuple(goodPet, fc.constantFrom("A", "B", "C")).map(([one, externalId]) => ({ ...one, externalId })),
      pet,
    ),
    { maxLength: 3 },
  ),
  changePets: fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 40 }),
      from: fc.oneof(fc.constant(null), goodPet),
      to: fc.oneof(fc.constant(null), goodPet),
    }),
    { maxLength: 3 },
  ),
  updatePet: fc.oneof({ weight: 3, arbitrary: goodChange }, { weight: 1, arbitrary: pet }),
  createCategory: category,
  updateCategory: category,
  mergeCategory: fc.record({ into: fc.constantFrom(1, 2, 3, 40) }),
  createCustomer: fc.constantFrom<unknown>({ name: "Ada", email: "ada@example.com" }, { name: "Bea" }, {}),
  mergeCustomer: fc.record({ into: fc.constantFrom(1, 2, 9, 0) }),
  createOrder: fc.oneof(
    fc.record({ petId: orderedPet, price: fc.constant(price) }, { requiredKeys: ["petId"] }),
    fc.record({ petId: orderedPet, ...forCustomer }, { requiredKeys: ["petId"] }),
  ),
  updateOrder: fc.oneof(
    fc.record({ status: fc.constantFrom("approved", "delivered", "cancelled", "placed") }),
    fc.record(forCustomer, { requiredKeys: [] }),
  ),
  createApiKey: fc.record({
    name: fc.constantFrom("Till", ""),
    scope: fc.constantFrom("read", "write", "admin", "all"),
  }),
  rotateApiKey: fc.record({ overlapSeconds: fc.constantFrom(0, 60, -1) }),
};
const broken = fc.constantFrom(
  ...["", "{", "null", "[]", '{"name":"a"} x', "[".repeat(500), '"\\u0000"'].map((text) => Buffer.from(text)),
);
const notUtf8 = fc.constantFrom(Buffer.from([0x22, 0xff, 0x22]), Buffer.alloc(200_000, 0x20));

/** Generates a body from the contract's examples, or any body. */
const exampleBody = ({ metadata }: ContractRoute): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.values(metadata.examples?.["request"] ?? { none: {} })) },
    fc.object(),
  );

const bodyOf = (one: ContractRoute): fc.Arbitrary<Body | undefined> => {
  if (!takesBody(one.route)) return fc.constant(undefined);
  const made = (bodies[one.operationId] ?? exampleBody(one)).map(json);
  const text = fc.oneof(
    { weight: 12, arbitrary: made },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: notUtf8 },
  );
  return fc.record({ text, isChunked: fc.boolean() });
};

/** Generates one of these fields in one of `outOf` cases. */
const sometimes = (outOf: number, ...fields: string[]): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: outOf - 1, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.constantFrom(...fields).map((field) => [field]) },
  );

const fieldsOf = ({ route }: ContractRoute): fc.Arbitrary<string[]> =>
  fc
    .tuple(
      sometimes(3, "Origin: https://shop.example", "Origin: https://other.example", "Origin: null"),
      // None of these accepts text/event-stream, because such a response does not end.
      sometimes(
        8,
        "Accept: application/json;q=0.5",
        "Accept: text/html",
        "Accept: */*;q=0",
        "Accept: image/*, */*;q=0.5",
      ),
      sometimes(8, "Prefer: count=exact", "Prefer: handling=lenient", "Prefer: "),
      sometimes(4, "X-Request-Id: mine", "X-Request-Id: not one", "X-Request-Id: a\r\nX-Request-Id: b"),
      sometimes(
        12,
        "Access-Control-Request-Method: GET",
        "Content-Encoding: gzip",
        "Range: bytes=0-1",
        "Expect: nothing",
      ),
      route.method === "POST"
        ? sometimes(4, 'Idempotency-Key: "one"', "Idempotency-Key: two", 'Idempotency-Key: "')
        : fc.constant<string[]>([]),
      takesBody(route)
        ? fc.oneof(
            { weight: 8, arbitrary: fc.constant(["Content-Type: application/json"]) },
            {
              weight: 1,
              arbitrary: sometimes(2, "Content-Type: text/plain", "Content-Type: application/json; charset=utf-8"),
            },
          )
        : fc.constant<string[]>([]),
    )
    .map((parts) => parts.flat());

const methodOf = ({ route }: ContractRoute): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant<string>(route.method) },
    { weight: route.method === "GET" ? 8 : 1, arbitrary: fc.constant("HEAD") },
    { weight: 1, arbitrary: fc.constantFrom("OPTIONS", "PUT", "POST", "DELETE") },
  );

const conditions = fc.constantFrom<Condition>("exact", "exact", "weak", "list", "any", "stale", "malformed", "empty");
const idsOf = (path: string) => (path.includes(":keyId") ? keyIds : path.includes(":orderId") ? orderIds : ids);
/** Generates a condition. For a mutation it does so rarely, because the condition would usually be refused. */
const conditionOf = ({ route }: ContractRoute) =>
  fc.oneof(
    { weight: route.method === "GET" ? 1 : 7, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: conditions },
  );
const requestOf = (route: ContractRoute): fc.Arbitrary<RandomRequest> =>
  fc.record({
    operationId: fc.constant(route.operationId),
    method: methodOf(route),
    path: idsOf(route.route.path).map((id) => BASE_PATH + route.route.path.replaceAll(/:\w+/g, id)),
    query: queryOf(route),
    key: fc.oneof(
      { weight: 12, arbitrary: fc.constant<KeyName>(route.metadata.scope ?? "read") },
      { weight: 1, arbitrary: fc.constantFrom<RandomRequest["key"]>(...keyNames, "none", "wrong", "basic") },
    ),
    fields: fieldsOf(route),
    condition: conditionOf(route),
    body: bodyOf(route),
    times: route.route.method === "GET" ? fc.integer({ min: 1, max: 4 }) : fc.constant(1),
    isKeptAlive: fc.boolean(),
  });

const routes = listRoutes(contract);
const fastReads = ["listPets", "getPet"];
const fastMutations = ["createPet", "createPetBatch", "updatePet", "createOrder", "updateOrder"];
const weightOf = (operationId: string): number => {
  if (fastReads.includes(operationId)) return routes.length;
  return fastMutations.includes(operationId) ? Math.floor(routes.length / 2) : 2;
};

/** Generates requests of every operation. Most of them are of operations that have a fast path. */
export const randomRequest: fc.Arbitrary<RandomRequest> = fc.oneof(
  ...routes.map((route) => ({
    weight: weightOf(route.operationId),
    arbitrary: requestOf(route),
  })),
);
