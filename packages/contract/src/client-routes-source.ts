import { type AppRouter, isAppRoute } from "@ts-rest/core";
import { authContract } from "./auth/contract.js";
import { contract } from "./contract.js";

/** The formatter's line width: the generated file must pass its check. */
const MAX_WIDTH = 120;

const entriesOf = (router: AppRouter, indent: string): string[] =>
  Object.entries(router).flatMap(([name, entry]) => {
    if (!isAppRoute(entry)) return [`${indent}${name}: {`, ...entriesOf(entry, `${indent}  `), `${indent}},`];
    const text = `"${[entry.method, entry.path, ...Object.keys(entry.responses)].join(" ")}",`;
    const line = `${indent}${name}: ${text}`;
    return line.length <= MAX_WIDTH ? [line] : [`${indent}${name}:`, `${indent}  ${text}`];
  });

const constantOf = (name: string, comment: string, router: AppRouter): string =>
  [`/** ${comment} */`, `export const ${name} = {`, ...entriesOf(router, "  "), "};"].join("\n");

/** The source of `client-routes.ts`: what the client knows of the contract at run time. */
export const clientRoutesSource = (): string =>
  [
    "// Generated from the contract by `openapi:write`; a test fails while it differs from it.\n",
    constantOf("v1Routes", "Method, path and statuses of each operation below `/v1`.", contract),
    "",
    constantOf("authRoutes", "Method, path and statuses of each operation below `/auth`.", authContract),
    "",
  ].join("\n");
