import { contract, DEPRECATIONS_PATH } from "@petstore/contract/routes";
import {
  type Client,
  ConnectionError,
  createClient,
  type Deprecation,
  type Pet,
  PreconditionFailedError,
} from "@petstore/contract/client";
import { validateResponse } from "@petstore/contract/validation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer } from "../src/compose.js";
import { createEventFeed } from "../src/events/event-feed.js";
import { lockIdOf } from "../src/operation/idempotency/keyed-request.js";
import { drain } from "../src/startup/drain.js";
import { listen } from "../src/startup/listen.js";
import { addMedia, freshImage } from "./support/images.js";
import { addPets, csvHeader, csvRest } from "./support/builders.js";
import { ownApi } from "./support/own-api.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

const clientOf = ({ origin, key }: TestApi) =>
  createClient({ baseUrl: `${origin}/v1`, apiKey: key, validate: validateResponse, onDeprecated: () => {} });

describe("the typed client", () => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await createTestApi();
    client = clientOf(api);
  });
  afterAll(() => api.close());

  it("repeats a query parameter for each value of a filter", async () => {
    const [first = 0, , third = 0] = await addPets(
      api,
      { name: "Ada" },
      { name: "Bo" },
      { name: "Cy", status: "sold" },
    );
    const { status, body } = await client.pets.listPets({ query: { id: [third, first], sort: "-name" } });
    expect([status, (body as Pet[]).map(({ name }) => name)]).toEqual([200, ["Cy", "Ada"]]);
    const sold = await client.pets.listPets({ query: { id: [third, first], status: "sold", limit: 1 } });
    expect((sold.body as Pet[]).map(({ id }) => id)).toEqual([third]);
  });

  it("encodes any character in a query", async () => {
    await addPets(api, { name: "A&B=C ü%" });
    const { body } = await client.pets.listPets({ query: { q: "&b=c Ü%" } });
    expect((body as Pet[]).map(({ name }) => name)).toEqual(["A&B=C ü%"]);
  });

  it("uploads a Blob unchanged, with its type", async () => {
    const [petId = 0] = await addPets(api, {});
    const { bytes, sha256 } = freshImage();
    await addMedia(api, sha256);
    const blob = new Blob([bytes], { type: "image/png" });
    const { status, body } = await client.photos.createPhoto({
      params: { petId },
      query: { alt: "Frank" },
      body: blob,
    });
    expect([status, body]).toMatchObject([201, { petId, sha256, alt: "Frank" }]);
  });

  it("sends header fields and returns those of the response", async () => {
    const create = () =>
      client.pets.createPet({ body: { name: "Luna", categoryId: 2 }, headers: { "idempotency-key": "luna" } });
    const [made, again] = [await create(), await create()];
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(made.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const petId = (made.body as Pet).id;
    const stale = await client.pets.updatePet({
      params: { petId },
      body: { status: "sold" },
      headers: { "if-match": '"stale"' },
    });
    expect(stale.status).toBe(412);
    const known = await client.pets.getPet({
      params: { petId },
      headers: { "if-none-match": made.headers.get("etag") ?? "" },
    });
    expect(known.status).toBe(304);
  });

  const toImport = (name: string, rows: number) => ({
    body: {
      csv: `name,categoryId\n${Array.from({ length: rows }, (_, at) => `${name} ${at},1`).join("\n")}\n`,
      source: `${name}.csv`,
      columns: {},
    },
  });
  const countOf = async (name: string) => {
    const listed = await client.pets.listPets({ query: { q: name, limit: 1 }, headers: { prefer: "count=exact" } });
    return listed.headers.get("total-count");
  };

  it("gets the outcome of an import whose response was lost, and imports no row twice", async () => {
    let isLost = false;
    const lossy = createClient({
      baseUrl: `${api.origin}/v1`,
      apiKey: await api.makeKey("admin"),
      maxRetries: 0,
      fetch: async (...given) => {
        const response = await fetch(...given);
        if (isLost) return response;
        isLost = true;
        await response.text();
        throw new TypeError("fetch failed");
      },
    });
    const request = toImport("lost", 300);
    const error = await lossy.orThrow.pets.importPets(request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    const key = (error as ConnectionError).idempotencyKey ?? "";
    const again = await lossy.pets.importPets({ ...request, headers: { "idempotency-key": key } });
    expect([again.status, again.idempotencyKey, again.headers.get("idempotent-replayed")]).toEqual([201, key, "true"]);
    expect(again.body).toMatchObject({ rows: 300, imported: 300 });
    expect(await countOf("lost")).toBe("300");
  });

  it("waits for a running import with the same key, and imports no row twice", async () => {
    const statuses: number[] = [];
    const accountId = await api.makeAccount("owner");
    const importer = createClient({
      baseUrl: `${api.origin}/v1`,
      apiKey: await api.makeKey("admin", { accountId }),
      maxRetries: 1,
      fetch: async (...given) => {
        const response = await fetch(...given);
        statuses.push(response.status);
        return response;
      },
    });
    const lockId = lockIdOf({ accountId, idempotencyKey: "still-running" });
    const first = await api.database.pool.connect();
    try {
      await first.query("SELECT pg_advisory_lock($1)", [String(lockId)]);
      const again = importer.pets.importPets({
        ...toImport("running", 30),
        headers: { "idempotency-key": "still-running" },
      });
      await expect.poll(() => statuses).toEqual([409, 409, 409]);
      await first.query("SELECT pg_advisory_unlock($1)", [String(lockId)]);
      expect(await again).toMatchObject({ status: 201, body: { imported: 30 } });
    } finally {
      // This closes the connection, so that nothing is left of a transaction that failed.
      first.release(true);
    }
    expect(await countOf("running")).toBe("30");
  });

  it("returns CSV as text, and the errors of an export as JSON", async () => {
    const [id = 0] = await addPets(api, { name: "Csv" });
    const { status, body } = await client.pets.exportPets({ query: { id: [id] } });
    expect([status, body]).toEqual([200, `${csvHeader}\n${id},Csv,1,,available${csvRest}\n`]);
    const refused = await client.pets.exportPets({ query: { id: [0] } });
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  it("returns 204 of a delete without a body", async () => {
    const [petId = 0] = await addPets(api, {});
    expect((await client.pets.deletePet({ params: { petId } })).status).toBe(204);
    expect((await client.pets.deletePet({ params: { petId } })).status).toBe(404);
  });

  it("passes the ETag of a response on as If-Match", async () => {
    const made = await client.pets.createPet({ body: { name: "Ida", categoryId: 1 } });
    if (made.status !== 201) throw new Error(made.body.message);
    const params = { petId: made.body.id };
    const headers = { "if-match": made.etag };
    const changed = await client.pets.updatePet({ params, headers, body: { status: "pending" } });
    expect(changed).toMatchObject({ status: 200, body: { ...made.body, status: "pending" } });
    await expect(client.orThrow.pets.updatePet({ params, headers, body: { status: "sold" } })).rejects.toBeInstanceOf(
      PreconditionFailedError,
    );
  });

  it("lists every pet once, page by page", async () => {
    const names = Array.from({ length: 7 }, (_, at) => `paged ${at}`);
    await addPets(api, ...names.map((name) => ({ name })));
    const listed: string[] = [];
    for await (const { name } of client.pets.all({ query: { q: "paged", limit: 2 } })) listed.push(name);
    expect(listed).toEqual(names);
    const lengths: number[] = [];
    for await (const { body } of client.pets.pages({ query: { q: "paged", limit: 3 } })) lengths.push(body.length);
    expect(lengths).toEqual([3, 3, 1]);
  });

  it("reports the deprecated operation with its replacement and its end date", async () => {
    const [petId = 0] = await addPets(api, {});
    const deprecations: Deprecation[] = [];
    const fresh = createClient({
      baseUrl: `${api.origin}/v1`,
      apiKey: api.key,
      onDeprecated: (one) => deprecations.push(one),
    });
    await fresh.pets.getPet({ params: { petId } });
    await fresh.pets.getPet({ params: { petId } });
    const { deprecation } = contract.pets.getPet.metadata;
    expect(deprecations).toEqual([
      {
        operation: "getPet",
        since: deprecation.since,
        sunset: deprecation.sunset,
        successor: deprecation.successor,
        documentation: DEPRECATIONS_PATH,
      },
    ]);
  });

  it("receives a writer's events across a restart of the service, each once and in order", async () => {
    const own = await ownApi();
    const followed = clientOf(own);
    const { next: after } = await followed.orThrow.events.listEvents({ query: { after: "now" } });
    const names = Array.from({ length: 6 }, (_, at) => `followed ${at}`);
    const got: string[] = [];
    const follow = async () => {
      for await (const event of followed.events.follow({ after, types: ["pet.created"] }))
        if (event.type === "pet.created" && got.push(event.after.name) === names.length) break;
    };
    const following = follow();
    const write = async (some: readonly string[]) => {
      for (const name of some) await followed.orThrow.pets.createPet({ body: { name, categoryId: 1 }, maxRetries: 9 });
    };
    await write(names.slice(0, 3));
    await expect.poll(() => got.length).toBe(3);
    const address = { host: own.deps.config.host, port: Number(new URL(own.origin).port) };
    own.server.closeAllConnections();
    await new Promise((resolve) => own.server.close(resolve));
    const eventFeed = createEventFeed(own.deps);
    const restarted = createServer({ ...own.deps, eventFeed });
    await listen(restarted, address);
    await write(names.slice(3));
    await following;
    expect(got).toEqual(names);
    eventFeed.stop();
    await drain(restarted, 0);
  });
});
