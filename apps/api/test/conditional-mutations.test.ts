import { randomUUID } from "node:crypto";
import { contract, type ContractRoute, listRoutes, routeMetadata } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "./support/audit.js";
import { changeableRows } from "./support/changeable-rows.js";
import { expectReplay } from "./support/replays.js";
import { particularRequests, requestExamples } from "./support/requests.js";
import { createTestApi, errorBody, fastOperations, type TestApi, ways } from "./support/test-api.js";

const routes = listRoutes(contract);
const mutations = routes.filter(({ route }) => route.method !== "GET");
const idsOf = (some: readonly ContractRoute[]) => some.map(({ operationId }) => operationId);

const isRead = ({ route }: ContractRoute, path: string) => route.method === "GET" && route.path === path;
/**
 * Returns the path of the GET for the resource, for example `/categories/:categoryId` for
 * `/categories/:categoryId/merge`.
 */
const resourceOf = (path: string) => (routes.some((one) => isRead(one, path)) ? path : /^.*:\w+/.exec(path)?.[0]);
const isTagged = ({ route }: ContractRoute) =>
  route.method === "GET" && routeMetadata(route).headers?.[200]?.["ETag"] !== undefined;
/** A list is not the resource of a mutation: a note that is added to `/pets/:petId/notes` has an ETag of its own. */
const isPage = ({ route }: ContractRoute) => routeMetadata(route).headers?.[200]?.["Link"] !== undefined;
const hasTaggedResource = ({ route: { path } }: ContractRoute) =>
  routes.some((one) => one.route.path === resourceOf(path) && isTagged(one) && !isPage(one));
const declares = (name: string) => (one: ContractRoute) => name in ((one.route.headers ?? {}) as object);
/** Tells whether the resource of the mutation has no ETag, because it is new or because it cannot be read. */
const makesResource = ({ route: { method, path } }: ContractRoute) =>
  method === "POST" && (path.endsWith("/restore") || routes.some((one) => isRead(one, path)));
/**
 * A PUT may create the resource that its path names (get-view.test.ts), and there is no GET for the path of an external
 * id (put-pet-by-external-id.test.ts, delete-pet-by-external-id.test.ts).
 */
const isOfNoRead = ({ route: { method, path } }: ContractRoute) =>
  method === "PUT" || path.startsWith("/pets/by-external-id");
const withIfMatch = mutations.filter((one) => declares("if-match")(one) && !isOfNoRead(one));

describe("the contract", () => {
  it("declares If-Match for exactly the mutations of resources that have an ETag", () => {
    expect(idsOf(withIfMatch)).toEqual(
      idsOf(mutations.filter((one) => hasTaggedResource(one) && !makesResource(one) && !isOfNoRead(one))),
    );
    const isKnown = ({ route }: ContractRoute) =>
      /^\/(?:pets|categories|attributes|orders|views|api-keys)\b/.test(route.path);
    expect(idsOf(withIfMatch.filter(isKnown))).toEqual([
      ...["updatePet", "deletePet", "updateCategory", "deleteCategory", "mergeCategory"],
      ...["updateAttribute", "deleteAttribute", "updateProfile", "updatePhoto", "deletePhoto"],
      ...["updateNote", "deleteNote", "updateOrder", "deleteView"],
      ...["revokeApiKey", "rotateApiKey"],
    ]);
  });

  it("declares If-None-Match only for the mutation that creates the resource in its path", () => {
    expect(idsOf(mutations.filter(declares("if-none-match")))).toEqual(["putView"]);
  });

  it("declares 412 for exactly the mutations with a precondition", () => {
    const refuses = ({ route }: ContractRoute) => 412 in route.responses;
    const others = ["deletePetByExternalId", "putPetByExternalId", "putView"];
    expect(idsOf(routes.filter(refuses)).toSorted()).toEqual([...others, ...idsOf(withIfMatch)].toSorted());
  });
});

describe.each(ways)("a precondition of a mutation through %s", (_way, adapt, isOwn) => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await createTestApi({}, {}, adapt);
    key = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  const rows = () => changeableRows(api.database);
  const prepare = async (operationId: string) => {
    const { line, options } = await (requestExamples[operationId] ?? expect.fail(`no example of ${operationId}`))(api);
    return { line, options: { ...options, key } };
  };
  const sendWith = (headers: Record<string, string>, { line, options }: Awaited<ReturnType<typeof prepare>>) =>
    api.send(line, { ...options, headers: { ...options.headers, ...headers } });
  const pathOf = (line: string) =>
    /^\w+ (\/v1\/store|\/v1\/views\/[\w-]+|\/v1\/[\w-]+\/[\d-]+(?:\/profile|\/(?:photos|notes)\/\d+)?)/.exec(
      line,
    )?.[1] ?? expect.fail(`no resource in ${line}`);
  const tagOf = async (line: string) => {
    const path = pathOf(line);
    return (await api.send(`GET ${path}`, { key })).headers.get("etag") ?? expect.fail(`no ETag of ${path}`);
  };
  const expectNothing = async (work: () => Promise<void>) => {
    const [before, last] = [await rows(), await lastEventId(api.database)];
    await work();
    expect(await rows()).toEqual(before);
    expect(await eventsSince(api.database, last)).toEqual([]);
  };

  it.each(idsOf(withIfMatch.filter(isOwn)))(
    "refuses %s with 412 and changes nothing if If-Match is stale or weak",
    async (id) => {
      const example = await prepare(id);
      const tag = await tagOf(example.line);
      await expectNothing(async () => {
        for (const field of ['"stale"', `W/${tag}`, '"a", "b"']) {
          const { body } = await sendWith({ "if-match": field }, example);
          expect([field, body]).toEqual([field, errorBody("precondition_failed", 412)]);
        }
      });
    },
  );

  it.each(idsOf(withIfMatch.filter(isOwn)))(
    "lets %s through if If-Match is *, or a list with the current ETag",
    async (id) => {
      const [any, listed] = [await prepare(id), await prepare(id)];
      expect((await sendWith({ "if-match": "*" }, any)).status).toBeLessThan(300);
      const list = `"old", W/"older" ,, ${await tagOf(listed.line)}`;
      expect((await sendWith({ "if-match": list }, listed)).status).toBeLessThan(300);
    },
  );

  const withId = withIfMatch.filter((one) => isOwn(one) && one.route.path.includes(":"));

  it.each(idsOf(withId))("answers 404 to %s if the resource does not exist, even with If-Match", async (id) => {
    const example = await prepare(id);
    // The name of a view is a UUID here, which may begin with a digit or a letter.
    const line = example.line.replace(/\/(?:[\da-f]{8}-[\da-f-]{27}|\d+)/, "/900000000000001");
    for (const field of ["*", '"stale"']) {
      expect((await sendWith({ "if-match": field }, { ...example, line })).body).toEqual(errorBody("not_found", 404));
    }
  });

  const withConflict = idsOf(withIfMatch.filter(isOwn)).filter((id) => particularRequests[id]?.[409] !== undefined);

  it.each(withConflict)("answers %s with 412 rather than 409 until If-Match matches", async (id) => {
    const { line, options } = (await particularRequests[id]?.[409]?.({ api, strict: api })) ?? expect.fail(id);
    const example = { line, options: { ...options, key } };
    await expectNothing(async () => {
      expect((await sendWith({ "if-match": '"stale"' }, example)).body).toEqual(errorBody("precondition_failed", 412));
      expect((await sendWith({ "if-match": await tagOf(line) }, example)).body).toMatchObject({ status: 409 });
    });
  });

  it.each(idsOf(withIfMatch.filter(isOwn)))(
    "answers %s with 403 rather than 412 if the key lacks the scope",
    async (id) => {
      const { line, options } = await prepare(id);
      const { body } = await sendWith(
        { "if-match": '"stale"' },
        { line, options: { ...options, key: await api.makeKey("read") } },
      );
      expect(body).toEqual(errorBody("forbidden", 403));
    },
  );

  it("answers rotateApiKey with 403 rather than 412 if the key belongs to another account", async () => {
    const example = await prepare("rotateApiKey");
    const other = await api.makeKey("admin", { accountId: await api.makeAccount() });
    const { body } = await sendWith(
      { "if-match": '"stale"' },
      { ...example, options: { ...example.options, key: other } },
    );
    expect(body).toEqual(errorBody("forbidden", 403));
  });

  it("accepts exactly one of many changes with the same If-Match", async () => {
    const { line, options } = await prepare("updateCategory");
    const headers = { "if-match": await tagOf(line) };
    const names = Array.from({ length: 8 }, () => randomUUID());
    const answers = await Promise.all(
      names.map((name) => sendWith(headers, { line, options: { ...options, body: { name } } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(412)]);
  });

  it.each(idsOf(withIfMatch.filter(isOwn)))("refuses %s with 400 if If-Match is not a list of tags", async (id) => {
    const example = await prepare(id);
    await expectNothing(async () => {
      expect((await sendWith({ "if-match": "stale" }, example)).body).toEqual(errorBody("invalid_request", 400));
    });
  });

  const written = routes.filter(
    (one) =>
      isOwn(one) &&
      !isTagged(one) &&
      [200, 201, 202].some((status) => one.metadata.headers?.[status]?.["ETag"] !== undefined),
  );

  it.each(idsOf(written))("answers %s with the same ETag as a GET", async (id) => {
    const { line, options } = await prepare(id);
    const { body, headers } = await api.send(line, options);
    // A merge answers with the category that it merged into.
    const merged = id === "mergeCategory" ? `/v1/categories/${(body as { id: number }).id}` : undefined;
    const path = headers.get("location") ?? merged ?? pathOf(line);
    const read = await api.send(`GET ${path}`, { key });
    expect(headers.get("etag")).toMatch(/^"[\w-]{22}(?:\.[\w-]{22})?"$/);
    // A response with a secret has one more field, which no GET returns.
    expect(body).toMatchObject(read.body as object);
    expect(read.headers.get("etag")).toBe(headers.get("etag"));
  });

  const unsupportedBy = (one: ContractRoute) =>
    ["If-Match", "If-None-Match"].filter((field) => !declares(field.toLowerCase())(one));
  const unsupported = mutations
    .filter((one) => isOwn(one) && unsupportedBy(one).length > 0)
    .map((one) => [unsupportedBy(one), one.operationId] as const);

  it.each(unsupported)("refuses the unsupported %j of %s with 400, and changes nothing", async (fields, id) => {
    const example = await prepare(id);
    const message = (field: string) => `header ${field} must be omitted: this operation does not support it`;
    await expectNothing(async () => {
      for (const field of fields) {
        for (const value of ["*", '"any"']) {
          const { body } = await sendWith({ [field]: value }, example);
          expect([value, body]).toEqual([value, errorBody("invalid_request", 400, message(field))]);
        }
      }
    });
  });

  it("names the unsupported header together with the other problems of a request", async () => {
    const { body } = await api.send("POST /v1/pets", { body: { name: "Rex" }, headers: { "if-match": "*" } });
    expect(body).toMatchObject({
      message: "header If-Match must be omitted: this operation does not support it; body.categoryId is required",
    });
  });

  it.each(idsOf(mutations.filter(isOwn)))(
    "ignores dates in preconditions of %s, because nothing has a modification date",
    async (id) => {
      const long = new Date(0).toUTCString();
      const headers = { "if-unmodified-since": long, "if-modified-since": new Date().toUTCString() };
      expect((await sendWith(headers, await prepare(id))).status).toBeLessThan(300);
    },
  );

  it("stores a 412 for an Idempotency-Key, and replays it even after the tag would match", async () => {
    const { line, options } = await prepare("mergeCategory");
    const id = Number(/\d+/.exec(line.replace("/v1", ""))?.[0]);
    const tag = await tagOf(line);
    await api.send(`PATCH /v1/categories/${id}`, { body: { name: randomUUID() } });
    const idempotencyKey = randomUUID();
    const send = (field: string) =>
      sendWith({ "if-match": field, "idempotency-key": idempotencyKey }, { line, options });
    const first = await send(tag);
    expect(first.status).toBe(412);
    await expectNothing(async () => expectReplay(await send(await tagOf(line)), first));
    expect(
      (await sendWith({ "if-match": await tagOf(line), "idempotency-key": randomUUID() }, { line, options })).status,
    ).toBe(200);
  });

  it("stores the 400 of an unsupported precondition for an Idempotency-Key", async () => {
    const example = await prepare("createPet");
    const headers = { "if-match": "*", "idempotency-key": randomUUID() };
    const first = await sendWith(headers, example);
    expect(first.status).toBe(400);
    await expectNothing(async () => expectReplay(await sendWith(headers, example), first));
  });
});

it("the fast path answers exactly the operations that are tested through both ways", async () => {
  let answered: readonly string[] = [];
  const api = await createTestApi({}, {}, (handlers) => {
    answered = idsOf(routes.filter(({ route }) => handlers.fastPath.has(route)));
    return handlers;
  });
  await api.close();
  expect(answered.toSorted()).toEqual(fastOperations.toSorted());
});
