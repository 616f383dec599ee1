import { describe, expect, it } from "vitest";
import * as z from "zod";
import { authContract } from "../account/auth/contract.js";
import { exampleSignedIn } from "../account/auth/sessions.js";
import { contract } from "../contract.js";
import { soldEvent } from "../examples.js";
import { listRoutes } from "../http/routes.js";
import { validateResponse } from "../validation.js";
import { PetStoreError, UnexpectedResponseError } from "./index.js";
import { etag, frank, json, newPet, refused, scripted, thrownBy } from "../../test/support/scripted-client.js";

const validate = validateResponse;
const category = {
  id: 1,
  name: "Dogs",
  petCount: 3,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
};
const seven = { params: { categoryId: 7 } };

// Tests today's client against a service of a later version.

describe("a status that a later version of the service added", () => {
  it.each([{}, { validate }])("keeps its code, message and body: %o", async (options) => {
    const teapot = { code: "teapot", message: "it is short and stout", status: 418 };
    const { client } = scripted([json(418, teapot), json(418, teapot)], options);
    const { status, body } = (await client.pets.createPet(newPet)) as { status: number; body: unknown };
    expect([status, body]).toEqual([418, teapot]);
    const error = await thrownBy(client.orThrow.pets.createPet(newPet));
    expect(Object.getPrototypeOf(error)).toBe(PetStoreError.prototype);
    expect(error).toMatchObject({ ...teapot, name: "TeapotError" });
  });

  it("is a result with its body if it is a success, but orThrow does not return that body", async () => {
    const later = () => json(202, { job: 5 }, { "x-request-id": "r-1" });
    const { client } = scripted([later(), later()]);
    const { status, body } = (await client.categories.getCategory(seven)) as { status: number; body: unknown };
    expect([status, body]).toEqual([202, { job: 5 }]);
    const error = await thrownBy(client.orThrow.categories.getCategory(seven));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ status: 202, requestId: "r-1" });
    expect(String(error)).toContain("a success that this version of @petstore/contract does not know");
  });

  it.each([
    ["HTML", new Response("<html>", { status: 418 })],
    ["another JSON", json(418, { error: "teapot" })],
    ["an error of another status", json(418, { code: "not_found", message: "no", status: 404 })],
    ["a known status without an error of the service", json(400, { error: "bad" })],
    ["a success without a request id", json(202, { ok: true })],
  ])("counts as a proxy's response if the service cannot have sent it: %s", async (_, response) => {
    const { client } = scripted([response]);
    const error = await thrownBy(client.pets.listPets());
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(String(error)).toMatch(/(?:not as the contract says|not JSON); check baseUrl and proxies/);
  });
});

describe("an error code that a later version of the service added", () => {
  it("keeps code, message and status through validate", async () => {
    const { client } = scripted([refused(409, "pet_asleep"), refused(409, "pet_asleep")], { validate });
    expect(await client.pets.createPet(newPet)).toMatchObject({ status: 409, body: { code: "pet_asleep" } });
    const error = await thrownBy(client.orThrow.pets.createPet(newPet));
    expect(error).toMatchObject({ code: "pet_asleep", message: "it is pet_asleep", status: 409, requestId: "r-1" });
  });
});

describe("validateResponse", () => {
  it("passes a body that the contract describes", async () => {
    const { client } = scripted([json(201, frank)], { validate });
    expect((await client.pets.createPet(newPet)).body).toEqual(frank);
  });

  it("rejects a body that the contract does not describe, and says where it differs", async () => {
    const { client } = scripted([json(201, { ...frank, status: "asleep" })], { validate });
    const error = await thrownBy(client.pets.createPet(newPet));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(String(error)).toContain("POST /pets answered 201 with a body that the contract does not describe");
    expect(String(error)).toContain("status");
  });

  it("passes a field that a later version added, and keeps it", async () => {
    const { client } = scripted([json(200, { ...category, colour: "red" }, { etag })], { validate });
    const { status, body } = await client.categories.getCategory(seven);
    expect([status, body]).toEqual([200, { ...category, colour: "red" }]);
  });

  it("passes a name that an earlier version accepted, although it has only invisible characters", async () => {
    const body = { ...category, name: "\u200B" };
    const { client } = scripted([json(200, body, { etag })], { validate });
    expect((await client.categories.getCategory(seven)).body).toEqual(body);
  });

  it("still rejects a wrong field next to an added one", async () => {
    const { client } = scripted([json(200, { ...category, petCount: "3", colour: "red" }, { etag })], { validate });
    expect(String(await thrownBy(client.categories.getCategory(seven)))).toContain("petCount");
  });

  const complete = ["Pet", "Pets", "Error"];
  const examples = [contract, authContract].flatMap(listRoutes).flatMap(({ operationId, route, metadata }) =>
    Object.entries(metadata.examples ?? {}).flatMap(([status, named]) => {
      const schema = route.responses[Number(status)];
      const [body] = Object.values(named);
      if (!(schema instanceof z.ZodType) || complete.includes(schema.meta()?.id ?? "")) return [];
      return typeof body === "object" && body !== null ? [{ operationId, status: Number(status), body }] : [];
    }),
  );
  const added = (body: object): unknown =>
    Array.isArray(body) ? body.map((one: object) => ({ ...one, later: 1 })) : { ...body, later: 1 };

  it.each(examples)("passes an added field of $operationId $status", ({ operationId, status, body }) => {
    expect(validateResponse(operationId, status, added(body))).toEqual(added(body));
  });

  it("rejects a wrong field in each of the two answers to a sign-in, despite an added field", () => {
    const { session, ...incomplete } = exampleSignedIn;
    const secondFactor = { methods: ["totp"], later: 1 };
    expect(() => validateResponse("signIn", 200, { ...incomplete, later: session.id })).toThrow("session");
    expect(() => validateResponse("signIn", 200, { secondFactor })).toThrow("expiresAt");
  });

  it("passes an added value of a list that grows, and no other", () => {
    const event = {
      id: 1,
      at: "2026-11-21T09:30:00.000Z",
      actor: { kind: "key", id: 3, name: "Shop" },
      before: null,
      orderId: null,
      actionId: null,
    };
    const adopted = { ...event, action: "pet.adopt", subject: { kind: "kennel", id: 1 }, after: null };
    expect(validateResponse("listHistory", 200, [adopted])).toEqual([adopted]);
    const order = {
      id: 1,
      petId: 2,
      status: "lost",
      reference: null,
      customerId: null,
      price: null,
      payment: null,
      createdAt: event.at,
      updatedAt: event.at,
    };
    expect(() => validateResponse("getOrder", 200, order)).toThrow("status");
  });

  it("passes an event of a type that a later version added, and a field that it added to another", async () => {
    const known = { ...soldEvent, after: { ...soldEvent.after, status: "sold" }, later: 1 };
    const later = {
      ...soldEvent,
      type: "kennel.created",
      subject: { kind: "kennel", id: 1 },
      before: null,
      after: { id: 1 },
    };
    const page = { data: [known, later], next: soldEvent.id, hasMore: false };
    expect(validateResponse("listEvents", 200, page)).toEqual(page);
    const { client } = scripted([json(200, page)], { validate });
    const types: string[] = [];
    for await (const { type } of client.events.follow({ after: "a-1" })) if (types.push(type) === 2) break;
    expect(types).toEqual(["pet.updated", "kennel.created"]);
    const { type: _, ...untyped } = soldEvent;
    expect(() => validateResponse("listEvents", 200, { ...page, data: [untyped] })).toThrow("type");
    const wrong = { ...soldEvent, before: { ...soldEvent.before, name: 7 } };
    expect(() => validateResponse("listEvents", 200, { ...page, data: [later, wrong] })).toThrow("name");
  });

  it("rejects an added field of a pet, of pets and of an error, which are complete", () => {
    const error = { code: "not_found", message: "no", status: 404, later: 1 };
    expect(() => validateResponse("createPet", 201, { ...frank, later: 1 })).toThrow("later");
    expect(() => validateResponse("listPets", 200, [{ ...frank, later: 1 }])).toThrow("later");
    expect(() => validateResponse("getPet", 404, error)).toThrow("later");
  });
});
