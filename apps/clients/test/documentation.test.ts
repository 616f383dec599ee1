import { readFileSync } from "node:fs";
import { IMPORT_ANSWER_SECONDS } from "@petstore/contract/schemas";
import { describe, expect, it } from "vitest";
import { languages, nameOf } from "../src/languages.js";
import { typescriptClients } from "../src/typescript-clients.js";

const text = readFileSync(new URL("../../../docs/clients.md", import.meta.url), "utf8");

const names = [...typescriptClients.map(({ name }) => name), ...(await Promise.all(languages.map(nameOf)))];
/** The version of our own package moves with each change, and the page does not name it. */
const isForeign = (name: string) => !name.includes("@petstore/contract");
const versions = names
  .filter(isForeign)
  .flatMap((name) => [...name.matchAll(/(\d+\.\d+\.\d+)/g)].map(([version]) => [name, version]));

describe("docs/clients.md", () => {
  it("names the time that the answer to an import may take", () => {
    expect(text).toContain(`that of an import up to ${IMPORT_ANSWER_SECONDS}.`);
  });

  it.each(versions)("names the version of %s that takes the tour: %s", (_name, version) => {
    expect(text).toContain(version);
  });
});
