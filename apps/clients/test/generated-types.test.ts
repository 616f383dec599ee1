import type * as own from "@petstore/contract";
import { describe, expectTypeOf, it } from "vitest";
import type * as heyApi from "../src/generated/hey-api/index.js";
import type { components } from "../src/generated/openapi-typescript.js";
import type * as orval from "../src/generated/orval.js";

type Schemas = components["schemas"];

/**
 * The compiler runs these checks: `typecheck` fails if a generator derives another type than the contract's client has.
 */
describe("the types of a generated client", () => {
  it("match those of the contract's client for requests", () => {
    expectTypeOf<own.NewPet>().toExtend<Schemas["NewPet"]>();
    expectTypeOf<own.NewPet>().toExtend<heyApi.NewPet>();
    expectTypeOf<own.NewPet>().toExtend<orval.NewPet>();
    expectTypeOf<{ name: string; categoryId: string }>().not.toExtend<Schemas["NewPet"]>();
    expectTypeOf<{ name: string; categoryId: string }>().not.toExtend<heyApi.NewPet>();
    expectTypeOf<{ name: string; categoryId: string }>().not.toExtend<orval.NewPet>();
  });

  it("match those of the contract's client for responses", () => {
    expectTypeOf<Schemas["Order"]>().toExtend<own.Order>();
    expectTypeOf<heyApi.Order>().toExtend<own.Order>();
    expectTypeOf<orval.Order>().toExtend<own.Order>();
    expectTypeOf<Schemas["Category"]["name"]>().toEqualTypeOf<string | null>();
    expectTypeOf<heyApi.Category["name"]>().toEqualTypeOf<string | null>();
    expectTypeOf<orval.Category["name"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Schemas["ErrorCode"]>().toEqualTypeOf<string>();
    expectTypeOf<heyApi.ErrorCode>().toEqualTypeOf<string>();
    expectTypeOf<orval.ErrorCode>().toEqualTypeOf<string>();
  });
});
