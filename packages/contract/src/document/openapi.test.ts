import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { authContract, authErrorCodes, authRouteMetadata } from "../account/auth/index.js";
import { errorCodes, listRoutes, contract } from "../routes-entry.js";
import { generateAuthDocument, generateDocument } from "./openapi.js";
import { readDocument } from "../../test/support/documents.js";

type Operation = {
  operationId: string;
  deprecated?: boolean;
  parameters: { name: string; "x-stability": string }[];
  responses: Record<string, { headers: Record<string, unknown>; content: Record<string, { schema: object }> }>;
  security: object[];
  "x-stability": string;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[] }> };
};

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

/** The committed documents, because the contract is the same as they are, and generating one takes a second. */
const whole = readDocument("openapi.json") as unknown as Document;
const stable = readDocument("openapi.stable.json") as unknown as Document;
const auth = readDocument("openapi.auth.json") as unknown as Document;
const operationsOf = (document: Document) => Object.values(document.paths).flatMap((path) => Object.values(path));

describe.each([
  ["openapi.json", () => generateDocument(version)],
  ["openapi.stable.json", () => generateDocument(version, "stable")],
  ["openapi.auth.json", () => generateAuthDocument(version)],
] as const)("%s", (file, make) => {
  it("matches the contract (if not, run `npx --yes pnpm --filter @petstore/contract openapi:write`)", async () => {
    const committed: unknown = JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), "utf8"));
    expect(await make()).toEqual(committed);
  });
});

describe("the whole document", () => {
  it("has the components Pet, NewPet, PetStatus, Pets and Error", () => {
    const { schemas } = whole.components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["Error", "NewPet", "Pet", "PetStatus", "Pets"]));
  });

  it("has an operation for each route, with the contract's name as operationId", () => {
    const names = operationsOf(whole).map(({ operationId }) => operationId);
    expect(names.toSorted()).toEqual(
      listRoutes(contract)
        .map(({ operationId }) => operationId)
        .toSorted(),
    );
  });

  it("gives every error response the Error body", () => {
    for (const { responses } of operationsOf(whole)) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        expect(content["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/Error" });
      }
    }
  });

  it("declares X-Request-Id and X-Content-Type-Options on every response", () => {
    for (const { responses } of operationsOf(whole)) {
      for (const { headers } of Object.values(responses)) {
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(["X-Request-Id", "X-Content-Type-Options"]));
      }
    }
  });

  it("states the stability of every operation and every parameter", () => {
    for (const operation of operationsOf(whole)) {
      expect(["stable", "beta", "deprecated"]).toContain(operation["x-stability"]);
      for (const parameter of operation.parameters ?? [])
        expect(["stable", "beta"]).toContain(parameter["x-stability"]);
    }
  });

  it("explains every error code in the ErrorCode component", () => {
    const { ErrorCode } = whole.components.schemas as unknown as { ErrorCode: { description: string } };
    for (const code of Object.keys(errorCodes)) expect(ErrorCode.description).toContain(`\`${code}\``);
  });
});

describe("the stable document", () => {
  it("has exactly the three published operations", () => {
    const listed = Object.entries(stable.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    );
    expect(listed).toEqual(["get /pets listPets", "post /pets createPet", "get /pets/{petId} getPet"]);
  });

  it("has no beta parameter", () => {
    const names = operationsOf(stable).map(({ parameters }) => parameters.map(({ name }) => name));
    expect(names).toEqual([["limit", "status"], [], ["petId"]]);
  });

  it("documents 429 and its Retry-After", () => {
    for (const { responses } of operationsOf(stable)) {
      const names = Object.keys(responses["429"]?.headers ?? {});
      expect(names).toContain("Retry-After");
    }
  });

  it("has no beta status, no beta header and no schema of a beta operation", () => {
    const responses = operationsOf(stable).map((operation) => operation.responses);
    for (const status of ["304", "422"]) expect(responses.flatMap(Object.keys)).not.toContain(status);
    const headers = responses.flatMap((one) => Object.values(one).flatMap((response) => Object.keys(response.headers)));
    for (const name of ["ETag", "Total-Count", "Idempotent-Replayed", "RateLimit", "RateLimit-Policy"])
      expect(headers).not.toContain(name);
    expect(headers).toContain("Location");
    const names = ["Error", "ErrorCode", "NewPet", "Pet", "PetStatus", "Pets"];
    expect(Object.keys(stable.components.schemas)).toEqual(names);
  });
});

describe("the document of /auth", () => {
  const routes = listRoutes(authContract);

  it("has an operation for each route of the contract, named as the contract names it", () => {
    const names = operationsOf(auth).map(({ operationId }) => operationId);
    expect(names.toSorted()).toEqual(routes.map(({ operationId }) => operationId).toSorted());
  });

  it("gives every error response the Error body, with examples of its status only", () => {
    for (const { responses } of operationsOf(auth)) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const { schema, examples } = content["application/json"] as unknown as {
          schema: object;
          examples: Record<string, { value: { status: number } }>;
        };
        expect(schema).toEqual({ $ref: "#/components/schemas/Error" });
        expect(Object.values(examples).map(({ value }) => value.status)).toEqual(
          Object.keys(examples).map(() => Number(status)),
        );
        expect(examples).not.toEqual({});
      }
    }
  });

  it("requires a session exactly where the contract does", () => {
    const asks = operationsOf(auth).map(({ operationId, security }) => [operationId, security]);
    expect(Object.fromEntries(asks)).toEqual(
      Object.fromEntries(
        routes.map(({ operationId, route }) => [
          operationId,
          authRouteMetadata(route).caller === "anybody" ? [] : [{ session: [] }],
        ]),
      ),
    );
  });

  it("explains every error code in the ErrorCode component", () => {
    const { ErrorCode } = auth.components.schemas as unknown as {
      ErrorCode: { description: string };
    };
    for (const code of Object.keys(authErrorCodes)) expect(ErrorCode.description).toContain(`\`${code}\``);
  });

  it("has no token and no hash of a token in any schema except the key's", () => {
    const { schemas } = auth.components;
    const names = Object.values(schemas).flatMap((schema) =>
      Object.keys((schema as { properties?: object }).properties ?? {}),
    );
    expect(names.filter((name) => /token|hash/i.test(name))).toEqual([]);
  });
});
