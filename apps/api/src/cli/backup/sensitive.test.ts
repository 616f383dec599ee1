import { authContract } from "@petstore/contract/auth";
import { contract, isTellable, listRoutes, personalAnswerOf, personalFieldsOf } from "@petstore/contract/routes";
import { expect, it } from "vitest";
import { personalParts, secretParts, SENSITIVE } from "./sensitive.js";

type Route = ReturnType<typeof listRoutes>[number]["route"];

/** Returns the names of the parts of the contract that have such a route. */
const partsWith = (matches: (route: Route) => boolean) =>
  [contract, authContract]
    .flatMap((router) => Object.entries(router))
    .filter(([name, part]) => listRoutes({ [name]: part }).some(({ route }) => matches(route)))
    .map(([name]) => name)
    .toSorted();

const hasSecret = (route: Route): boolean => {
  const body = "body" in route ? route.body : undefined;
  const fields = Object.entries((body as { readonly shape?: object } | undefined)?.shape ?? {});
  return fields.some(([name, field]) => !isTellable(body, [name]) && personalFieldsOf(field).length === 0);
};

it("the head of a backup names the personal data of each part of the contract that has a personal field", () => {
  expect(Object.keys(personalParts).toSorted()).toEqual(partsWith((route) => personalAnswerOf(route).length > 0));
});

it("the head of a backup names the secrets of each part of the contract that has a secret field", () => {
  expect(Object.keys(secretParts).toSorted()).toEqual(partsWith(hasSecret));
});

it("the head of a backup says it in one paragraph", () => {
  expect(SENSITIVE).toBe(
    "A backup contains personal data (customers and their orders, staff and their sessions, notes, saved views, and the audit trail) and secrets (password hashes, hashes of invitations, what AUTH_SECRET encrypts, the addresses of webhooks, hashes of API keys, and the store's own secrets). Keep it as safe as the store, and delete it when the people in it may expect that.",
  );
});
