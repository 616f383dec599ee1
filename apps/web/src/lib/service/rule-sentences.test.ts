import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as contract from "@petstore/contract/schemas";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { problemsOf, sentenceOf } from "./rule-sentences";

/** The schemas that forms build from those of the contract, by their names in the forms. */
const made: Readonly<Record<string, z.ZodType>> = {
  Form: contract.PetFields.extend({ name: contract.Name }),
  Schema: contract.OrderChange,
  Change: z.strictObject(contract.AttributeChange.shape),
  Confirmation: z.strictObject({ code: contract.TotpCode }),
  PasskeyName: contract.PasskeyRename.pick({ name: true }),
};

const src = join(import.meta.dirname, "..", "..");
const names = new Set(
  readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.tsx$/.test(path))
    .flatMap((path) => [...readFileSync(join(src, path), "utf8").matchAll(/\bschema=\{(\w+)\}/g)])
    .map(([, name = ""]) => name),
);

type Def = {
  readonly type: string;
  readonly error?: (issue: object) => string;
  readonly checks?: readonly { readonly _zod: { readonly def: Pick<Def, "error"> } }[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
};
const defOf = ({ _zod }: z.ZodType) => _zod.def as unknown as Def;

/** Returns a schema and all schemas inside it. */
const partsOf = (schema: z.ZodType): readonly z.ZodType[] => {
  const { shape = {}, innerType, element } = defOf(schema);
  const inner = [...Object.values(shape), innerType, element].filter((one) => one !== undefined);
  return [schema, ...inner.flatMap(partsOf)];
};

const long = "x".repeat(6_000);
const payment = { paidAt: "2026-11-21T10:00:00.000Z", means: "cash" };
/** Inputs that a person can type or leave out in a form, by the type of the value. */
const typed: Readonly<Record<string, readonly unknown[]>> = {
  string: [
    undefined,
    null,
    "",
    "  ",
    "5",
    "a b",
    "..",
    "\u0007",
    "\u200B",
    "\uD800",
    `${long}@store.example`,
    "{buyer}",
  ],
  number: [undefined, null, "many", 0.5, -1e15, 1e15, 2 ** 60],
  enum: [undefined, "none of them"],
  array: [Array(300).fill(1), [1, 1]],
  object: [{}, { userId: 1 }, { customer: { name: "Kim" }, customerId: 7, petId: 9 }, { petId: 9, payment }],
};

const rulesOf = (schema: z.ZodType): readonly string[] => {
  const { type, error, checks = [] } = defOf(schema);
  // A form sends values of the right type, so only numbers and enums can break the rule about the type.
  const ofType = type === "number" || type === "enum" ? [error] : [];
  return [...ofType, ...checks.map(({ _zod }) => _zod.def.error)].flatMap((one) => one?.({ input: "\u200B" }) ?? []);
};

const parts = [...names].flatMap((name) => partsOf(made[name] ?? (contract as never)[name]));
const issues = parts
  .flatMap((part) =>
    (typed[defOf(part).type] ?? []).flatMap(
      (given) => part.safeParse(given, { reportInput: true }).error?.issues ?? [],
    ),
  )
  // A form sends only its own fields, and the items of an array are tested separately.
  .filter(({ code, path }) => code !== "unrecognized_keys" && typeof path[0] !== "number");

/** These rules stay in English, because a code and parameters cannot express them and few people meet them. */
const leftInEnglish = [
  // These rules are about the definition of a field, about its name before it is derived from the label, and about
  // events by their ids.
  /^must have 1 to 40 characters, begin with a letter/,
  /^must be `now`, the id of an event/,
  // No form can break these rules.
  /^must be omitted with customerId$/,
  /^needs a price; send body\.price as well$/,
  /^must not contain an id twice$/,
  /^must not be \. or \.\.$/,
];

describe("the rules of the forms", () => {
  it("are all broken by the inputs of this test", () => {
    // This rule names what it found in the input.
    const general = (rule: string) => rule.replace(/unknown placeholder [^:]+/, "unknown placeholder");
    const broken = new Set(issues.map(({ message }) => general(message)));
    expect(parts.flatMap(rulesOf).filter((rule) => !broken.has(general(rule)))).toEqual([]);
  });

  it("have sentences in the language of the page", () => {
    const english = issues.filter((issue) => sentenceOf(issue) === undefined).map(({ message }) => message);
    expect(english.filter((message) => leftInEnglish.every((rule) => !rule.test(message)))).toEqual([]);
    expect(leftInEnglish.filter((rule) => !english.some((message) => rule.test(message)))).toEqual([]);
  });
});

describe("the problems of a form", () => {
  const problems = (schema: z.ZodType, given: unknown) => {
    const { error } = schema.safeParse(given, { reportInput: true });
    return error === undefined ? undefined : problemsOf(error, Object.keys(given as object));
  };

  it("are worded for each field by code and parameters", () => {
    expect(problems(contract.NewUser, { name: "x".repeat(201), email: "kim", role: "chief" })).toEqual({
      fields: {
        name: "Must have at most 200 characters",
        email: "Must be an e-mail address",
        role: "Choose one of the list",
      },
      english: [],
    });
    expect(problems(contract.NewCustomer, { name: "\u0007", phone: "none", address: "" })?.fields).toEqual({
      name: "Has characters that cannot be saved",
      phone: "Must be a telephone number: digits, spaces and + ( ) - . /",
      address: "Is required",
    });
    expect(problems(contract.AttributeChange, { minimum: "low", decimals: 0.5, maximum: 1e15 })?.fields).toEqual({
      minimum: "Must be a number",
      decimals: "Must be a whole number",
      maximum: "Must be at most 1,000,000,000,000",
    });
  });

  it("include those of fields that do not fit together", () => {
    const field = { name: "size", label: "Size" };
    expect(problems(contract.NewAttribute, { ...field, type: "choice", options: [] })?.fields).toEqual({
      options: "Add at least one option",
    });
    expect(problems(contract.NewAttribute, { ...field, type: "number", minimum: 5, maximum: 2 })?.fields).toEqual({
      minimum: "Must be at most 2",
    });
  });

  it("are English where only the contract has words for them", () => {
    expect(problems(contract.NewAttribute, { name: "Größe", label: "Größe", type: "text" })).toEqual({
      fields: { name: expect.stringMatching(/^Must have 1 to 40 characters, begin with a letter/) },
      english: ["name"],
    });
  });
});
