import { isAppRoute, type AppRoute, type AppRouter } from "@ts-rest/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { AUTH_BASE_PATH, authContract } from "../account/auth/contract.js";
import { BASE_PATH, contract } from "../contract.js";
import { listingsOf } from "../generate/routes-source.js";
import { type Client, createAuthClient, createClient } from "./create-client.js";
import type { AuthOperations } from "./generated/auth-types.js";
import { authRoutes, v1Routes } from "./generated/routes.js";
import type { Operations } from "./generated/types.js";
import type { Paged } from "./types.js";

const ORIGIN = "https://pets.example";

type Call = (request: object) => Promise<unknown> | AsyncGenerator;
type Calls = Readonly<Record<string, Readonly<Record<string, Call>>>>;

const sent: string[] = [];
const settings = {
  fetch: async (url: unknown, init?: RequestInit) => {
    sent.push(`${init?.method} ${String(url).split("?")[0]}`);
    throw new TypeError("the test sends nothing");
  },
};
const clients = {
  v1: createClient({ baseUrl: ORIGIN + BASE_PATH, apiKey: "key", ...settings }),
  auth: createAuthClient({ baseUrl: ORIGIN + AUTH_BASE_PATH, ...settings }),
};

/** Returns the operation of the contract that each call of a group must send. */
const operationsOf = (group: string, routes: AppRouter): Record<string, AppRoute> => {
  const own = Object.entries(routes).filter((entry): entry is [string, AppRoute] => isAppRoute(entry[1]));
  const listings = Object.entries(listingsOf(routes)).flatMap(([name, { all, pages }]) =>
    [all, pages].map((call): [string, AppRoute] => [call, routes[name] as AppRoute]),
  );
  const added: [string, AppRoute][] = [
    ...(group === "events" ? [["follow", routes["listEvents"]] as [string, AppRoute]] : []),
    ...(group === "pets" ? [["find", routes["listPets"]] as [string, AppRoute]] : []),
  ];
  return Object.fromEntries([...own, ...listings, ...added]);
};

/** Returns the method and the address of the request that a call sends first. */
const requestOf = async (call: Call, { path }: AppRoute): Promise<string | undefined> => {
  sent.length = 0;
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, `the-${name}`]));
  const answer = call({ params, body: {}, maxRetries: 0 });
  await (Symbol.asyncIterator in answer ? answer.next() : answer).catch(() => undefined);
  return sent[0];
};

const groups = [
  ...Object.entries(contract).map(([group, routes]) => ({ base: BASE_PATH, group, routes, client: clients.v1 })),
  ...Object.entries(authContract).map(([group, routes]) => ({
    base: AUTH_BASE_PATH,
    group,
    routes,
    client: clients.auth,
  })),
] as readonly { base: string; group: string; routes: AppRouter; client: object }[];

describe.each(groups)("$base: client.$group", ({ base, group, routes, client }) => {
  const operations = operationsOf(group, routes);
  const expectedOf = ({ method, path }: AppRoute) => `${method} ${ORIGIN}${base}${path.replaceAll(":", "the-")}`;

  it("has exactly one call for each operation and each listing", () => {
    expect(Object.keys((client as Calls)[group] ?? {}).toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  it("each call sends the method and the path of its operation", async () => {
    for (const [name, call] of Object.entries((client as Calls)[group] ?? {})) {
      const route = operations[name] as AppRoute;
      expect([name, await requestOf(call, route)]).toEqual([name, expectedOf(route)]);
    }
  });

  it("has the same operations in orThrow, which send the same requests", async () => {
    const { orThrow } = client as { orThrow: Calls };
    const own = Object.keys(routes).toSorted();
    expect(Object.keys(orThrow[group] ?? {}).toSorted()).toEqual(own);
    for (const [name, call] of Object.entries(orThrow[group] ?? {})) {
      const route = operations[name] as AppRoute;
      expect([name, await requestOf(call, route)]).toEqual([name, expectedOf(route)]);
    }
  });
});

// The compiler does the rest: the table of routes, from which the client makes its calls, is compared with the types.

type ListingIn<Line> = Line extends `${string} pages=${infer All},${infer Pages} ${string}`
  ? { readonly all: All; readonly pages: Pages }
  : never;

type ListingNames<Lines> = { [Name in keyof Lines]: ListingIn<Lines[Name]>[keyof ListingIn<Lines[Name]>] }[keyof Lines];

type AnswerOf<Calls, Name> = Name extends keyof Calls
  ? Calls[Name] extends (request: never) => Promise<infer Answer>
    ? Extract<Answer, { status: 200 }>
    : "is no operation"
  : "is missing";
type EntryOf<Answer> = Answer extends { body: (infer Entry)[] } ? Entry : "answers no array";

/* oxlint-disable typescript/no-unnecessary-type-parameters */
type Equal<A, B> = (<Type>() => Type extends A ? 1 : 2) extends <Type>() => Type extends B ? 1 : 2 ? true : false;
/* oxlint-enable typescript/no-unnecessary-type-parameters */

type ArgumentsOf<Called> = Called extends (...given: infer Given) => unknown ? Given : never;
type ResultOf<Called> = Called extends (...given: never) => infer Result ? Result : never;
type At<Calls, Name> = Name extends keyof Calls ? Calls[Name] : "is missing";

/** The call of a listing takes what its operation takes, and yields what the operation answers. */
type IsReader<Calls, Reader, Name, Yielded> =
  Equal<ArgumentsOf<At<Calls, Reader>>, ArgumentsOf<At<Calls, Name>>> extends true
    ? Equal<ResultOf<At<Calls, Reader>>, AsyncGenerator<Yielded, void, undefined>>
    : false;

/** The listings of a group whose types differ from what the table of routes says. */
type WrongListings<Lines, Calls> = {
  [Name in keyof Lines]: [ListingIn<Lines[Name]>] extends [never]
    ? never
    : [
          IsReader<Calls, ListingIn<Lines[Name]>["all"], Name, EntryOf<AnswerOf<Calls, Name>>>,
          IsReader<Calls, ListingIn<Lines[Name]>["pages"], Name, Paged<AnswerOf<Calls, Name>>>,
        ] extends [true, true]
      ? never
      : Name;
}[keyof Lines];

type Wrong<Table, Groups> = {
  [Group in keyof Table & keyof Groups]:
    | WrongListings<Table[Group], Groups[Group]>
    | Exclude<keyof Table[Group] | ListingNames<Table[Group]>, keyof Groups[Group]>
    | Exclude<keyof Groups[Group], keyof Table[Group] | ListingNames<Table[Group]>>;
}[keyof Table & keyof Groups];

it("has types for exactly the calls that the table of routes names, each with the types of its operation", () => {
  expectTypeOf<Wrong<typeof v1Routes, Operations>>().toEqualTypeOf<never>();
  expectTypeOf<Wrong<typeof authRoutes, AuthOperations>>().toEqualTypeOf<never>();
  expectTypeOf<Exclude<keyof Client["events"], keyof Operations["events"]>>().toEqualTypeOf<"follow">();
  expectTypeOf<Exclude<keyof Client["pets"], keyof Operations["pets"]>>().toEqualTypeOf<"find">();
  expectTypeOf<Exclude<keyof Client, keyof Operations>>().toEqualTypeOf<"orThrow">();
  expect(Object.keys(clients.v1).toSorted()).toEqual([...Object.keys(v1Routes), "orThrow"].toSorted());
  expect(Object.keys(clients.auth).toSorted()).toEqual([...Object.keys(authRoutes), "orThrow"].toSorted());
});

it("would notice a listing whose types are those of another operation", () => {
  type Lines = (typeof v1Routes)["notes"];
  type Notes = Operations["notes"];
  type Exchanged = Omit<Notes, "allNotes"> & { allNotes: Notes["allPetNotes"] };
  expectTypeOf<WrongListings<Lines, Exchanged>>().toEqualTypeOf<"listNotes">();
  expectTypeOf<WrongListings<Lines, Omit<Notes, "pagesOfPetNotes">>>().toEqualTypeOf<"listPetNotes">();
});
