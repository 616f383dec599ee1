import type { AppRoute, AppRouter } from "@ts-rest/core";
import { isAppRoute } from "@ts-rest/core";
import { authContract } from "../account/auth/contract.js";
import { contract } from "../contract.js";
import { errorCodes } from "../http/errors.js";
import { PROBLEM_ACCEPT } from "../http/problem.js";
import { routeMetadata, takesIdempotencyKey } from "../http/routes.js";

/** Whether a route's responses link to other pages. */
const isPaged = (route: AppRoute): boolean => routeMetadata(route)?.headers?.[200]?.["Link"] !== undefined;

/** The names of the two calls that read a whole listing: entry by entry, and page by page. */
type ListingCalls = { readonly all: string; readonly pages: string };

/**
 * Names the calls of each listing of a group, by operation. The only listing of a group has `all` and `pages`. If a
 * group has several, the calls have the names of the operations: `listPetNotes` has `allPetNotes` and
 * `pagesOfPetNotes`. The types and the table of routes both take the names from here.
 */
export const listingsOf = (group: AppRouter): Readonly<Record<string, ListingCalls>> => {
  const names = Object.entries(group).flatMap(([name, entry]) => (isAppRoute(entry) && isPaged(entry) ? [name] : []));
  const nounOf = (name: string) => (names.length === 1 ? "" : name.replace(/^list/, ""));
  return Object.fromEntries(
    names.map((name) => {
      const noun = nounOf(name);
      return [name, { all: `all${noun}`, pages: noun === "" ? "pages" : `pagesOf${noun}` }];
    }),
  );
};

const flagsOf = (route: AppRoute, listing: ListingCalls | undefined): string[] => {
  const { clientTimeoutMs } = routeMetadata(route);
  return [
    ...(takesIdempotencyKey(route) ? ["key"] : []),
    ...(listing === undefined ? [] : [`pages=${listing.all},${listing.pages}`]),
    ...(clientTimeoutMs === undefined ? [] : [`timeout=${clientTimeoutMs}`]),
  ];
};

const entriesOf = (router: AppRouter, indent: string): string[] => {
  const listings = listingsOf(router);
  return Object.entries(router).flatMap(([name, entry]) => {
    if (!isAppRoute(entry)) return [`${indent}${name}: {`, ...entriesOf(entry, `${indent}  `), `${indent}},`];
    const expected = Object.keys(entry.responses).filter((status) => Number(status) < 400);
    const words = [entry.method, entry.path, ...flagsOf(entry, listings[name]), ...expected];
    return [`${indent}${name}: "${words.join(" ")}",`];
  });
};

const constantOf = (name: string, comment: string, router: AppRouter): string =>
  [`/** ${comment} */`, `export const ${name} = {`, ...entriesOf(router, "  "), "} as const;"].join("\n");

const NOTICE = "// Generated from the contract by `openapi:write`; a test fails while it differs from it.\n";

/**
 * Returns the source of `client/generated/routes.ts`, which contains what the client knows about the contract at run
 * time.
 */
export const routesSource = (): string =>
  [
    NOTICE,
    "// Method, path, `key` if it takes an Idempotency-Key, `pages=` with the names of the calls that read all entries and",
    "// all pages if it links to pages, `timeout=` in milliseconds if its response may take longer than usual, and the",
    "// statuses below 400. The lines are types as well, so that a test can compare them with the types of the client.\n",
    "/** The `Accept` of every request: errors for programs (RFC 9457), and every other body as it is. */",
    `export const ACCEPT = "${PROBLEM_ACCEPT}";\n`,
    constantOf("v1Routes", "The operations below `/v1`.", contract),
    "",
    constantOf("authRoutes", "The operations below `/auth`.", authContract),
    "",
  ].join("\n");

/**
 * The source of `client/generated/version.ts`.
 * @param version - The version of the document, which is also that of the package.
 */
export const versionSource = (version: string): string =>
  [NOTICE, "/** The version of this package. */", `export const version = "${version}";`, ""].join("\n");

/** `pet_reserved` → `PetReservedError`; `internal_error` → `InternalError`. */
const errorClassOf = (code: string): string =>
  `${code.replace(/_error$/, "").replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`;

/** The source of `client/generated/errors.ts`: one class for each error code. */
export const errorsSource = (): string => {
  const classes = Object.entries(errorCodes).map(([code, { status, meaning }]) =>
    [
      `/** ${status}: ${meaning} */`,
      `export class ${errorClassOf(code)} extends PetStoreError {`,
      `  declare readonly code: "${code}";`,
      "}",
    ].join("\n"),
  );
  const entries = Object.keys(errorCodes).map((code) => `  ${code}: ${errorClassOf(code)},`);
  return [
    NOTICE,
    'import { PetStoreError } from "../errors.js";\n',
    ...classes.map((one) => `${one}\n`),
    "/** The class of each error code. */",
    "export const errorClasses = {",
    ...entries,
    "} as const;",
    "",
  ].join("\n");
};
