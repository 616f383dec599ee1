import type { AppRoute, AppRouter, ClientInferRequest } from "@ts-rest/core";
import { expect, it } from "vitest";
import type * as z from "zod";
import type { authContract } from "../account/auth/contract.js";
import type { contract } from "../contract.js";
import type { AuthOperations, ThrowingAuthOperations } from "./generated/auth-types.js";
import type { Operations, PetChange, ThrowingOperations } from "./generated/types.js";
import type { RequestOptions } from "./types.js";

// The compiler does this test: `typecheck` fails with the names of the operations whose generated types differ from the
// contract.

/** Removes `readonly`, and removes `undefined` from optional properties. */
type Plain<Value> = Value extends readonly (infer Item)[]
  ? Plain<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Plain<Exclude<Value[Name], undefined>> }
    : Value;

// The usual comparison of two types by identity.
/* oxlint-disable typescript/no-unnecessary-type-parameters */
type Equal<A, B> =
  (<Type>() => Type extends A ? 1 : 2) extends <Type>() => Type extends B ? 1 : 2 ? true : [A, "is not", B];
/* oxlint-enable typescript/no-unnecessary-type-parameters */

type Headers<Route> = Route extends { headers: infer Fields extends Record<string, z.ZodType> }
  ? { headers?: { [Name in keyof Fields]?: Exclude<z.input<Fields[Name]>, undefined> } }
  : unknown;

type Query<Route> = Route extends { query: infer Parameters extends z.ZodType }
  ? string extends keyof z.input<Parameters>
    ? unknown
    : Record<string, never> extends z.input<Parameters>
      ? { query?: z.input<Parameters> }
      : { query: z.input<Parameters> }
  : unknown;

type Body<Route> = Route extends { body: infer Schema extends z.ZodType } ? { body: z.input<Schema> } : unknown;

type Params<Route extends AppRoute> =
  ClientInferRequest<Route> extends { params: infer Values } ? { params: Values } : unknown;

/** The types that the schemas of a route accept. */
type Taken<Route extends AppRoute> = Plain<
  Record<never, never> & Params<Route> & Query<Route> & Headers<Route> & Body<Route>
>;

/** ts-rest's own types of a router do not include 304. */
type BodyAt<Route extends AppRoute, Status> = Status extends 304
  ? undefined
  : Status extends keyof Route["responses"]
    ? Route["responses"][Status] extends z.ZodType
      ? Plain<z.output<Route["responses"][Status]>>
      : Route["responses"][Status] extends { body: infer Text extends z.ZodType }
        ? z.output<Text>
        : undefined
    : "not declared";

type Declared<Route extends AppRoute, Status extends number> = {
  [Each in Status]: { status: Each; body: BodyAt<Route, Each> };
}[Status];

/** The type of a response, by its status. */
type Answered<Response> = Response extends { status: infer Status extends number; body: infer Content }
  ? { [Each in Status]: { status: Each; body: Plain<Content> } }[Status]
  : never;

type Operation = (request: never) => Promise<unknown>;
type RequestOf<Call extends Operation> = NonNullable<Parameters<Call>[0]>;

type Difference<Route extends AppRoute, Call extends Operation> = {
  request: Equal<Taken<Route>, Plain<Omit<RequestOf<Call>, keyof RequestOptions>>>;
  response: Equal<
    Declared<Route, (Awaited<ReturnType<Call>> & { status: number })["status"]>,
    Answered<Awaited<ReturnType<Call>>>
  >;
};

/** The operations whose types differ from their schemas. */
type Differences<Routes extends AppRouter, Groups> = {
  [Group in keyof Routes & keyof Groups]: {
    [Name in keyof Routes[Group] & keyof Groups[Group]]: Routes[Group][Name] extends AppRoute
      ? Groups[Group][Name] extends Operation
        ? Difference<Routes[Group][Name], Groups[Group][Name]> extends { request: true; response: true }
          ? never
          : Difference<Routes[Group][Name], Groups[Group][Name]>
        : "is no operation"
      : never;
  };
};

type NamesOf<Found> = {
  [Group in keyof Found]: {
    [Name in keyof Found[Group]]: [Found[Group][Name]] extends [never] ? never : `${Group & string}.${Name & string}`;
  }[keyof Found[Group]];
}[keyof Found];

type Missing<Routes, Groups> = {
  [Group in keyof Routes]: Group extends keyof Groups ? Exclude<keyof Routes[Group], keyof Groups[Group]> : Group;
}[keyof Routes];

type BodyOf<Response> = Response extends { status: 200 | 201 | 202 | 204; body: infer Content }
  ? Content extends undefined
    ? void
    : Content
  : never;

/** The operations of `orThrow` that do not resolve to the body of a successful response. */
type WrongBodies<Groups, Throwing> = {
  [Group in keyof Groups & keyof Throwing]: {
    [Name in keyof Groups[Group] & keyof Throwing[Group]]: Groups[Group][Name] extends Operation
      ? Throwing[Group][Name] extends Operation
        ? Equal<
            Awaited<ReturnType<Throwing[Group][Name]>>,
            BodyOf<Awaited<ReturnType<Groups[Group][Name]>>>
          > extends true
          ? never
          : Name
        : Name
      : never;
  };
};

const none = <Found extends never>(...found: Found[]) => found;

type V1 = typeof contract;
type Auth = typeof authContract;

/** The client has a type for each form of these bodies. The schema has all fields in one, and a rule between them. */
type OfSeveralForms =
  | "attributes.createAttribute"
  | "orders.createOrder"
  | "orders.updateOrder"
  | "pets.importPets"
  | "profiles.updateProfileBatch";

it("has the types that the schemas of the contract infer, for each request and response", () => {
  expect(none<Exclude<NamesOf<Differences<V1, Operations>>, OfSeveralForms>>()).toEqual([]);
  expect(none<NamesOf<Differences<Auth, AuthOperations>>>()).toEqual([]);
});

it("has every operation of the contract, in the plain form and in the form of orThrow", () => {
  expect(none<Missing<V1, Operations>>()).toEqual([]);
  expect(none<Missing<V1, ThrowingOperations>>()).toEqual([]);
  expect(none<Missing<Auth, AuthOperations>>()).toEqual([]);
  expect(none<Missing<Auth, ThrowingAuthOperations>>()).toEqual([]);
  expect(none<NamesOf<WrongBodies<Operations, ThrowingOperations>>>()).toEqual([]);
  expect(none<NamesOf<WrongBodies<AuthOperations, ThrowingAuthOperations>>>()).toEqual([]);
});

it("refuses a mistyped sort and an empty change, and accepts a change built field by field", () => {
  const params = { petId: 1 };
  const calls = ({ pets, orders }: Operations, { profiles }: ThrowingOperations, change: PetChange) => [
    pets.listPets({ query: { sort: "-name" } }),
    pets.listPets({ query: { sort: "-attributes.weight" } }),
    // @ts-expect-error No pet has a nmae.
    pets.listPets({ query: { sort: "nmae" } }),
    // @ts-expect-error An attribute is written as attributes.weight.
    pets.listPets({ query: { sort: "weight" } }),
    pets.updatePet({ params, body: { name: "Luna" } }),
    pets.updatePet({ params, body: change }),
    // @ts-expect-error A change has at least one field.
    pets.updatePet({ params, body: {} }),
    // @ts-expect-error A pet has no field `nmae`, even if the body has a `name` too.
    pets.updatePet({ params, body: { name: "Luna", nmae: "Luna" } }),
    // @ts-expect-error A name is a text.
    pets.updatePet({ params, body: { name: 1 } }),
    // @ts-expect-error A change has at least one field.
    profiles.updateProfile({ params, body: {} }),
    orders.updateOrder({ params: { orderId: 1 }, body: { status: "approved" } }),
    orders.updateOrder({ params: { orderId: 1 }, body: { customer: { name: "Ada" }, note: null } }),
    // @ts-expect-error A change has at least one field.
    orders.updateOrder({ params: { orderId: 1 }, body: {} }),
    // @ts-expect-error A customer of an order is a new one or one that the store knows.
    orders.updateOrder({ params: { orderId: 1 }, body: { customer: { name: "Ada" }, customerId: 1 } }),
  ];
  expect(calls).toBeTypeOf("function");
});

it("would notice a type that differs", () => {
  type Other = {
    pets: {
      createPet: (request: {
        body: { name: string; categoryId: string };
      }) => ReturnType<Operations["pets"]["createPet"]>;
    };
  };
  // @ts-expect-error A categoryId is a number, and createPet takes an Idempotency-Key.
  expect(none<NamesOf<Differences<V1, Other>>>()).toEqual([]);
  // @ts-expect-error The other operations are missing.
  expect(none<Missing<V1, Other>>()).toEqual([]);
});
