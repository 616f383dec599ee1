import { readFileSync } from "node:fs";
import { contract, type CreatedApiKey, type Pet, type Pets } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, newPet } from "./support/builders.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";

// Each statement of docs/interface.md is the name of a test. The last test fails if a statement has no test, or a test
// has no statement.
const documentText = readFileSync(new URL("../../../docs/interface.md", import.meta.url), "utf8");

const linesOf = (text: string) => {
  let section = "";
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("#")) section = line.replace(/^#+ /, "");
    const isStatement = line.trim() !== "" && !line.startsWith("#") && !/^\|[-| ]+\|$/.test(line);
    return isStatement ? [`${section}: ${line}`] : [];
  });
};

const accounted: string[] = [];
const states = (section: string, line: string, check: () => Promise<void>) => {
  accounted.push(`${section}: ${line}`);
  it(`${section}: ${line}`, check);
};
/** Marks lines that need no test: headings of tables and lists, and lines that say "not shown". */
const silent = (section: string, ...lines: string[]) => accounted.push(...lines.map((line) => `${section}: ${line}`));

describe("the published interface", () => {
  let api: TestApi;
  let ids: number[];
  beforeAll(async () => {
    api = await createTestApi();
    const statuses = ["available", "pending", "sold"] as const;
    ids = await addPets(api, ...Array.from({ length: 120 }, (_, index) => ({ status: statuses[index % 3] ?? "sold" })));
  });
  afterAll(() => api.close());

  const list = async (query = "") => {
    const { status, body } = await api.send(`GET /v1/pets${query}`);
    expect(status).toBe(200);
    return body as Pets;
  };
  const post = (body: unknown) => api.send("POST /v1/pets", { body });
  const document = async (query = "") => (await api.send(`GET /v1/openapi.json${query}`)).body as Document;
  type Document = { info: { version: string }; paths: Record<string, Record<string, { deprecated?: boolean }>> };
  const operations = () => [
    ["GET /v1/pets", {}] as const,
    ["POST /v1/pets", { body: newPet() }] as const,
    [`GET /v1/pets/${ids[0]}`, {}] as const,
  ];

  const preamble = "Pet Store Service Interface";
  states(
    preamble,
    "This single document covers the whole interface of the pet store service: what it does, its resources, states, endpoints, authentication, events, errors, limits and versioning. Paths are relative to {base_url}, which ends in the version segment `/v1`. Production and staging environments exist; staging uses the same path shapes under its own base address {staging_url}.",
    async () => {
      const staging = await createTestApi({ ENVIRONMENT: "staging", STAGING_URL: "https://staging.example/v1" });
      const answers = await Promise.all([
        staging.send("GET /v1/pets"),
        staging.send("POST /v1/pets", { body: newPet() }),
        staging.send("GET /v1/openapi.json"),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 201, 200]);
      expect(answers[2]?.body).toMatchObject({ servers: [{ url: "https://staging.example/v1" }] });
      await staging.close();
    },
  );

  const does = "What the service does";
  states(
    does,
    "The service keeps a catalogue of animals held in a store and exposes it over HTTP with JSON bodies.",
    async () => {
      const { body } = await post(newPet({ name: "Kept" }));
      expect((await api.send(`GET /v1/pets/${(body as Pet).id}`)).body).toEqual(body);
    },
  );
  states(
    does,
    "- It lists animals, with an optional filter on availability status and a page-size control.",
    async () => {
      const pets = await list("?status=pending&limit=7");
      expect(pets.map(({ status }) => status)).toEqual(Array(7).fill("pending"));
    },
  );
  states(does, "- It adds an animal.", async () => {
    const before = await api.database.db.pet.count();
    await post(newPet());
    expect(await api.database.db.pet.count()).toBe(before + 1);
  });
  states(does, "- It returns one animal by its identifier (deprecated).", async () => {
    expect((await api.send(`GET /v1/pets/${ids[3]}`)).body).toMatchObject({ id: ids[3] });
  });
  states(does, "- Every operation requires authentication (see Authentication).", async () => {
    for (const [line, rest] of operations()) expect((await api.send(line, { ...rest, key: "" })).status).toBe(401);
  });
  states(
    does,
    "- An animal refers to a category by `categoryId`. Store orders are also mentioned as existing, and some endpoints may be flagged as experimental or beta. Category operations, order operations and the flagged endpoints: not shown.",
    async () => {
      const { categoryId } = (await post(newPet({ categoryId: 31 }))).body as Pet;
      expect(await api.database.db.category.count({ where: { id: categoryId } })).toBe(1);
    },
  );

  const fields = "NewPet (request body for adding an animal)";
  silent(fields, "| Field | Type | Format | Required | Description |");
  states(fields, "| name | string | - | yes | The animal's name |", async () => {
    expect((await post(newPet({ name: "Zoë 🐕" }))).body).toMatchObject({ name: "Zoë 🐕" });
    expect((await post({ categoryId: 1 })).body).toMatchObject({ status: 400, message: "body.name is required" });
    expect((await post(newPet({ name: 1 }))).status).toBe(400);
  });
  states(
    fields,
    "| categoryId | integer | int64 | yes | Identifier of the category the animal belongs to |",
    async () => {
      const largest = Number.MAX_SAFE_INTEGER;
      expect((await post(newPet({ categoryId: largest }))).body).toMatchObject({ categoryId: largest });
      expect((await post({ name: "Frank" })).body).toMatchObject({
        status: 400,
        message: "body.categoryId is required",
      });
      expect((await post(newPet({ categoryId: 1.5 }))).status).toBe(400);
    },
  );
  states(fields, "| status | PetStatus | - | no | Availability status |", async () => {
    expect((await post(newPet({ status: "sold" }))).body).toMatchObject({ status: "sold" });
    expect((await post(newPet())).status).toBe(201);
  });

  const pet = "Pet (returned by the service)";
  states(pet, "A Pet has every field of NewPet plus:", async () => {
    const { body } = await post(newPet({ status: "pending" }));
    expect(body).toEqual({ id: expect.any(Number), name: "Frank", categoryId: 1, status: "pending" });
  });
  silent(pet, "| Field | Type | Format | Required | Description |");
  states(pet, "| id | integer | int64 | yes | Unique identifier assigned by the service on creation |", async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => post(newPet())));
    const given = created.map(({ body }) => (body as Pet).id);
    expect(new Set(given).size).toBe(20);
    expect(given.every(Number.isSafeInteger)).toBe(true);
    expect((await post(newPet({ id: 1 } as never))).status).toBe(400);
  });

  states("PetStatus", "String enumeration. Allowed values: `available`, `pending`, `sold`.", async () => {
    for (const status of ["available", "pending", "sold"]) expect((await post(newPet({ status }))).status).toBe(201);
    for (const status of ["Available", "reserved", "", 1]) expect((await post(newPet({ status }))).status).toBe(400);
  });
  states("Pets", "A JSON array of Pet objects.", async () => {
    for (const one of await list()) expect(Object.keys(one)).toEqual(["id", "name", "categoryId", "status"]);
  });

  silent("Error", "| Field | Type | Required | Description |");
  const anError = async () =>
    (await api.send("GET /v1/pets/0")).body as { code: unknown; message: unknown; status: unknown };
  states("Error", "| code | string | yes | Machine-readable error code |", async () => {
    expect((await anError()).code).toBe("not_found");
  });
  states("Error", "| message | string | yes | Human-readable description |", async () => {
    expect((await anError()).message).toEqual(expect.stringMatching(/^the resource does not exist: /));
  });
  states("Error", "| status | integer | yes | The HTTP status code |", async () => {
    expect((await anError()).status).toBe(404);
  });
  silent("Unspecified", "- Fields of a category record: not shown.");
  silent("Unspecified", "- Value of `status` when it is omitted on creation: not shown.");

  const transitions = "States and transitions";
  states(
    transitions,
    "An animal's `status` takes one of the PetStatus values: `available`, `pending`, `sold`.",
    async () => {
      expect(new Set((await list("?limit=100")).map(({ status }) => status))).toEqual(
        new Set(["available", "pending", "sold"]),
      );
      await expect(api.database.pool.query("UPDATE pet SET status = 'lost'")).rejects.toThrow("pet_status");
    },
  );
  silent(transitions, "Transitions: not shown.");
  states(
    "Endpoints",
    "All endpoints require the bearer credential (see Authentication). Request and response bodies are `application/json`.",
    async () => {
      for (const [line, rest] of operations()) {
        expect((await api.send(line, { ...rest, key: "" })).status).toBe(401);
        expect((await api.send(line, rest)).headers.get("content-type")).toMatch(/^application\/json(;|$)/);
      }
      const other = await api.send("POST /v1/pets", { raw: "name=Frank", headers: { "content-type": "text/plain" } });
      expect(other.status).toBe(415);
    },
  );

  const listing = "List all animals";
  states(listing, "- Method and path: `GET /pets` (operation name `listPets`).", async () => {
    expect(contract.pets.listPets).toMatchObject({ method: "GET", path: "/pets" });
    expect((await document()).paths["/pets"]?.["get"]).toMatchObject({ operationId: "listPets" });
    await list();
  });
  silent(listing, "- Query parameters:", "| Name | Type | Required | Constraints |");
  states(
    listing,
    "| limit | integer | no | minimum 1, maximum 100, default 20; maximum number of animals returned |",
    async () => {
      for (const [query, length] of [
        ["?limit=1", 1],
        ["?limit=100", 100],
        ["", 20],
      ] as const) {
        expect(await list(query)).toHaveLength(length);
      }
    },
  );
  states(listing, "| status | PetStatus | no | filters by availability status |", async () => {
    for (const status of ["available", "pending", "sold"]) {
      expect(new Set((await list(`?status=${status}`)).map((one) => one.status))).toEqual(new Set([status]));
    }
  });
  states(listing, "- Request body: none.", async () => {
    expect((await api.send("GET /v1/pets", { headers: { "content-type": "text/plain" } })).status).toBe(200);
  });
  silent(listing, "- Responses:", "| Status | Body |");
  states(listing, "| 200 | Pets (JSON array of Pet) |", async () => {
    expect((await list("?limit=1"))[0]).toEqual({ id: ids[0], name: "Frank", categoryId: 1, status: "available" });
  });
  states(listing, "| 401 | Error |", async () => {
    expect((await api.send("GET /v1/pets", { key: "" })).body).toEqual(errorBody("unauthorized", 401));
  });
  states(
    listing,
    "- The operation is described as paginated. The response shape is a plain array. Any page cursor, offset or page parameter and any pagination metadata: not shown.",
    async () => expect(Array.isArray(await list("?limit=100"))).toBe(true),
  );

  const adding = "Add an animal";
  states(adding, "- Method and path: `POST /pets` (operation name `createPet`).", async () => {
    expect(contract.pets.createPet).toMatchObject({ method: "POST", path: "/pets" });
    expect((await document()).paths["/pets"]?.["post"]).toMatchObject({ operationId: "createPet" });
  });
  states(adding, "- Request body: required, NewPet. `name` and `categoryId` are required.", async () => {
    expect((await api.send("POST /v1/pets")).body).toEqual(errorBody("invalid_request", 400, "body is required"));
    expect((await post({})).body).toMatchObject({ message: "body.name is required; body.categoryId is required" });
  });
  silent(adding, "- Responses:", "| Status | Meaning | Body |");
  states(adding, "| 201 | Animal added | Pet |", async () => {
    const { status, body } = await post(newPet());
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: expect.any(Number), name: "Frank", categoryId: 1, status: "available" },
    });
  });
  states(adding, "| 400 | Body lacks required fields or contains invalid values | Error |", async () => {
    for (const body of [{}, newPet({ name: "" }), newPet({ categoryId: -1 }), newPet({ status: "lost" })]) {
      expect((await post(body)).body).toEqual(errorBody("invalid_request", 400));
    }
  });
  states(adding, "| 401 | Missing or invalid API key | Error |", async () => {
    for (const key of ["", "wrong"]) {
      expect((await api.send("POST /v1/pets", { key, body: newPet() })).body).toEqual(errorBody("unauthorized", 401));
    }
  });

  const getting = "Get an animal (deprecated)";
  states(getting, "- Method and path: `GET /pets/{petId}` (operation name `getPet`).", async () => {
    expect(contract.pets.getPet).toMatchObject({ method: "GET", path: "/pets/:petId" });
    expect((await document()).paths["/pets/{petId}"]?.["get"]).toMatchObject({ operationId: "getPet" });
  });
  states(getting, "- Path parameter: `petId`, integer, int64, required; identifier of the animal.", async () => {
    for (const id of [ids[0], ids[119]]) expect((await api.send(`GET /v1/pets/${id}`)).body).toMatchObject({ id });
    expect((await document("?stability=stable")).paths["/pets/{petId}"]?.["get"]).toMatchObject({
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer", format: "int64" } }],
    });
  });
  states(getting, "- Request body: none.", async () => {
    expect((await api.send(`GET /v1/pets/${ids[0]}`, { headers: { "content-type": "text/plain" } })).status).toBe(200);
  });
  silent(getting, "- Responses:", "| Status | Meaning | Body |");
  states(getting, "| 200 | The requested animal | Pet |", async () => {
    const { status, body } = await api.send(`GET /v1/pets/${ids[1]}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: ids[1], name: "Frank", categoryId: 1, status: "pending" },
    });
  });
  states(getting, "| 401 | Missing or invalid API key | Error |", async () => {
    for (const key of ["", "wrong"]) {
      expect((await api.send(`GET /v1/pets/${ids[0]}`, { key })).body).toEqual(errorBody("unauthorized", 401));
    }
  });
  states(getting, "| 404 | The resource could not be found | Error |", async () => {
    for (const id of ["987654321", "abc"]) {
      expect((await api.send(`GET /v1/pets/${id}`)).body).toEqual(errorBody("not_found", 404));
    }
  });
  const isDeprecated = async () => {
    const { headers } = await api.send(`GET /v1/pets/${ids[0]}`);
    expect(headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(headers.get("sunset")).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
    expect(headers.get("link")).toContain('</v1/pets>; rel="successor-version"');
    const paths = (await document()).paths;
    expect(paths["/pets/{petId}"]?.["get"]?.deprecated).toBe(true);
    expect(paths["/pets"]?.["get"]?.deprecated).toBeUndefined();
  };
  states(
    getting,
    "- The operation is marked deprecated and is to be removed on 5 December 2030. The stated replacement is `GET /pets` with the `status` filter.",
    isDeprecated,
  );
  silent("Other operations", "Updating or deleting an animal and any other operation: not shown.");

  const authentication = "Authentication";
  states(
    authentication,
    "1. Every operation requires an API key sent as a bearer token: header `Authorization` with the scheme `Bearer` followed by `<API_KEY>`.",
    async () => {
      for (const [line, rest] of operations()) {
        const headers = { authorization: `Bearer ${api.key}` };
        expect((await api.send(line, { ...rest, key: "", headers })).status).toBeLessThan(300);
        for (const authorization of [api.key, `Basic ${api.key}`, `Token ${api.key}`]) {
          expect((await api.send(line, { ...rest, key: "", headers: { authorization } })).status).toBe(401);
        }
      }
    },
  );
  states(
    authentication,
    "2. The requirement is declared for the whole interface, so it applies to all three endpoints.",
    async () => {
      const { paths } = await document("?stability=stable");
      const declared = Object.values(paths).flatMap((path) => Object.values(path));
      expect(declared).toHaveLength(3);
      for (const operation of declared) expect(operation).toMatchObject({ security: [{ bearer: [] }] });
    },
  );
  states(
    authentication,
    "3. When the key is missing or invalid, the service answers 401 with an Error body.",
    async () => {
      for (const [line, rest] of operations()) {
        for (const key of ["", "wrong", `${api.key}x`]) {
          expect((await api.send(line, { ...rest, key })).body).toEqual(errorBody("unauthorized", 401));
        }
      }
    },
  );
  // Lifetimes, scopes and revocation of keys are beta operations of the contract.
  states(
    authentication,
    "4. Keys are generated from an account. Key lifetime, scopes and revocation: not shown.",
    async () => {
      const accountId = await api.makeAccount("manager");
      const manager = await api.makeKey("admin", { accountId });
      const made = await api.send("POST /v1/api-keys", { body: { name: "mine", scope: "read" }, key: manager });
      const { key, createdBy } = made.body as CreatedApiKey;
      expect([made.status, createdBy.id]).toEqual([201, Number(accountId)]);
      expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
      const stray = api.database.pool.query("UPDATE api_key SET account_id = NULL");
      await expect(stray).rejects.toMatchObject({ code: "23502" });
    },
  );
  silent("Events", "Events: not shown. No webhook, callback or notification mechanism is described.");

  const errors = "Errors";
  states(errors, "Every error response body is an Error object (`code`, `message`, `status`).", async () => {
    const refused = await Promise.all([
      api.send("GET /v1/pets?limit=0"),
      api.send("GET /v1/pets", { key: "" }),
      api.send("POST /v1/pets", { key: await api.makeKey("read"), body: newPet() }),
      api.send("GET /v1/pets/0"),
      api.send("GET /v1/nothing"),
      api.send("PUT /v1/pets"),
      api.send("GET /v1/pets", { headers: { accept: "text/html" } }),
      api.send("POST /v1/pets", { raw: " ".repeat(200_000), headers: { "content-type": "application/json" } }),
      api.send("POST /v1/pets", { raw: "x", headers: { "content-type": "text/plain" } }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([400, 401, 403, 404, 404, 405, 406, 413, 415]);
    for (const { status, body } of refused) {
      expect(body).toEqual({ code: expect.stringMatching(/^[a-z_]+$/), message: expect.any(String), status });
    }
  });
  silent(errors, "| HTTP status | Condition | Applies to |");
  states(
    errors,
    "| 400 | Request body missing required fields or containing invalid values | `POST /pets` |",
    async () => {
      for (const body of [{}, newPet({ name: null })]) expect((await post(body)).status).toBe(400);
    },
  );
  states(errors, "| 401 | API key missing or invalid | all endpoints |", async () => {
    for (const [line, rest] of operations()) expect((await api.send(line, { ...rest, key: "wrong" })).status).toBe(401);
  });
  states(errors, "| 404 | The requested resource cannot be found | `GET /pets/{petId}` |", async () => {
    expect((await api.send("GET /v1/pets/987654321")).status).toBe(404);
  });
  silent(errors, "The set of values of the `code` field: not shown.");

  const limits = "Limits";
  silent(limits, "| Limit | Applies to | Value |");
  states(limits, "| `limit` query parameter minimum | `GET /pets` | 1 |", async () => {
    expect(await list("?limit=1")).toHaveLength(1);
    expect((await api.send("GET /v1/pets?limit=0")).status).toBe(400);
  });
  states(limits, "| `limit` query parameter maximum | `GET /pets` | 100 |", async () => {
    expect(await list("?limit=100")).toHaveLength(100);
    expect((await api.send("GET /v1/pets?limit=101")).status).toBe(400);
  });
  states(limits, "| `limit` query parameter default | `GET /pets` | 20 |", async () => {
    expect(await list()).toEqual(await list("?limit=20"));
  });
  silent(limits, "- Response to a `limit` outside 1 to 100: not shown.", "- Rate limits: not shown.");

  const versioning = "Versioning";
  states(
    versioning,
    "- The interface version is 1.0.0 and the version is carried in the path prefix `/v1` of the base address.",
    async () => {
      expect((await document("?stability=stable")).info.version).toBe("1.0.0");
      expect((await api.send("GET /pets")).status).toBe(404);
    },
  );
  states(versioning, "- `GET /pets/{petId}` is deprecated, with removal on 5 December 2030.", isDeprecated);
  silent(versioning, "- Versioning and deprecation policy beyond this: not shown.");
});

it("every statement of docs/interface.md has a test above, and every test a statement", () => {
  expect(accounted).toEqual(linesOf(documentText));
});
