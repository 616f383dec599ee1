import { describe, expect, expectTypeOf, it } from "vitest";
import { ERRORS_PATH } from "../http/documentation-pages.js";
import { PROBLEM_ACCEPT, PROBLEM_TYPE } from "../http/problem.js";
import { scripted, thrownBy } from "../../test/support/scripted-client.js";
import {
  ConnectionError,
  NotFoundError,
  PathNotFoundError,
  PetReservedError,
  type Problem as Declared,
} from "./index.js";
import type { Problem } from "./problem.js";

const problem = (status: number, code: string, more: object = {}) => {
  const body = { type: `${ERRORS_PATH}#${code}`, title: code, status, detail: `it is ${code}`, code, ...more };
  return Response.json(body, { status, headers: { "content-type": PROBLEM_TYPE, "x-request-id": "r-1" } });
};
const seven = { params: { petId: 7 } };

describe("errors for programs", () => {
  it("have the fields that the contract declares", () => {
    expectTypeOf<Declared>().toExtend<Problem>();
    expectTypeOf<keyof Declared>().toEqualTypeOf<keyof Problem>();
    expectTypeOf<keyof NonNullable<Declared["errors"]>[number]>().toEqualTypeOf<
      keyof NonNullable<Problem["errors"]>[number]
    >();
  });

  it("are asked for with each request", async () => {
    const { client, sent } = scripted([problem(404, "not_found")]);
    await client.pets.getPet(seven);
    expect(sent[0]?.init.headers.get("accept")).toBe(PROBLEM_ACCEPT);
  });

  it("have the published body in a result, and the details in its member problem", async () => {
    const { client } = scripted([problem(409, "pet_reserved", { conflict: { kind: "order", id: 5 } })]);
    const result = await client.pets.deletePet(seven);
    expect(result.body).toEqual({ code: "pet_reserved", message: "it is pet_reserved", status: 409 });
    expect(result.problem?.conflict).toEqual({ kind: "order", id: 5 });
  });

  it("have errors, conflict, operation and path when they are thrown", async () => {
    const errors = [{ pointer: "/name", rule: "required", detail: "body.name is required" }];
    const conflict = { kind: "order", id: 5 };
    const { client } = scripted([problem(409, "pet_reserved", { errors, conflict })]);
    const error = await thrownBy(client.orThrow.pets.deletePet(seven));
    expect(error).toBeInstanceOf(PetReservedError);
    expect(error).toMatchObject({ errors, conflict, operation: "deletePet", path: "/v1/pets/7", requestId: "r-1" });
  });

  it("tell a wrong base URL from a missing resource", async () => {
    const { client } = scripted([problem(404, "path_not_found"), problem(404, "not_found")]);
    expect(await thrownBy(client.orThrow.pets.getPet(seven))).toBeInstanceOf(PathNotFoundError);
    expect(await thrownBy(client.orThrow.pets.getPet(seven))).toBeInstanceOf(NotFoundError);
  });

  it("are read correctly from an older service that sends only the published form", async () => {
    const body = { code: "not_found", message: "there is no pet with id 7", status: 404 };
    const { client } = scripted([Response.json(body, { status: 404 }), Response.json(body, { status: 404 })]);
    expect(await client.pets.getPet(seven)).toMatchObject({ body, problem: null });
    const error = await thrownBy(client.orThrow.pets.getPet(seven));
    expect(error).toMatchObject({ ...body, errors: [], conflict: null, path: "/v1/pets/7" });
  });

  it("name the operation and the path of a request that got no response", async () => {
    const { client } = scripted([new TypeError("fetch failed")], { maxRetries: 0 });
    const error = await thrownBy(client.pets.listPets({ query: { q: "Bo" } }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ operation: "listPets", path: "/v1/pets" });
  });
});
