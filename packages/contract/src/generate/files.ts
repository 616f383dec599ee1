import { AUTH_BASE_PATH, authContract } from "../account/auth/contract.js";
import { BASE_PATH, contract } from "../contract.js";
import { inlineComponents } from "../document/inline-components.js";
import { generateAuthDocument, generateDocument } from "../document/openapi.js";
import { httpCollection } from "./http-collection.js";
import { errorsSource, routesSource, versionSource } from "./routes-source.js";
import { typesSource } from "./types-source.js";

const json = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;

/** A type named `Error` would hide the global one, and `/auth` has errors of its own. */
const v1Names = { Error: "ErrorBody" };
const authNames = { Error: "AuthErrorBody", ErrorCode: "AuthErrorCode", Problem: "AuthProblem" };

/**
 * Returns the committed files that are generated from the contract, by their paths in the package.
 * @param packageVersion - The version of the package.
 */
export const generatedFiles = async (packageVersion: string): Promise<Readonly<Record<string, string>>> => {
  const [document, stable, auth] = await Promise.all([
    generateDocument(packageVersion),
    generateDocument(packageVersion, "stable"),
    generateAuthDocument(packageVersion),
  ]);
  const v1 = { rootName: "Operations", basePath: BASE_PATH, renamed: v1Names, imported: [] };
  const authOptions = {
    rootName: "AuthOperations",
    basePath: AUTH_BASE_PATH,
    renamed: authNames,
    imported: ["ApiKeyScope", "ProblemConflict", "ProblemEntry"],
  };
  const types = typesSource(inlineComponents(document), contract, v1);
  const authTypes = typesSource(inlineComponents(auth), authContract, authOptions);
  return {
    "openapi.json": json(document),
    "openapi.stable.json": json(stable),
    "openapi.auth.json": json(auth),
    "../../docs/http/petstore.http": httpCollection(inlineComponents(document), `http://127.0.0.1:3000${BASE_PATH}`),
    "src/client/generated/routes.ts": routesSource(),
    "src/client/generated/errors.ts": errorsSource(),
    "src/client/generated/version.ts": versionSource(packageVersion),
    "src/client/generated/types.ts": types,
    "src/client/generated/auth-types.ts": authTypes,
  };
};
