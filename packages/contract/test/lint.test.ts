import { describe, expect, it } from "vitest";
import { asOpenApi30 } from "../src/document/as-3-0.js";
import { documentFiles, readDocument, readServed, unreferenced } from "./support/documents.js";
import { lint } from "./support/redocly.js";

describe.each(documentFiles)("%s", (file) => {
  it("passes Redocly's recommended-strict rules and those of redocly.yaml", async () => {
    const problems = await lint(readServed(file));
    const found = problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer }));
    expect(found.filter(({ ruleId, at }) => ruleId !== "no-unused-components" || at !== `#/${unreferenced}`)).toEqual(
      [],
    );
  });
});

describe("the documents as OpenAPI 3.0", () => {
  it.each(["openapi.json", "openapi.stable.json"])("pass the rules of OpenAPI 3.0: %s", async (file) => {
    const problems = await lint(asOpenApi30(readServed(file)));
    const found = problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer }));
    const isAccepted = ({ ruleId, message, at }: (typeof found)[number]) =>
      (ruleId === "no-unused-components" && at === `#/${unreferenced}`) ||
      // A reference that can be null is `allOf` and `nullable`, as generators expect; strictly speaking, it refuses
      // null.
      (/^no-invalid-(?:media-type|schema)-examples$/.test(ruleId) && /property type must be object/.test(message));
    expect(found.filter((one) => !isAccepted(one))).toEqual([]);
  });
});

describe("Redocly", () => {
  it("reports a missing description", async () => {
    const broken = readDocument("openapi.stable.json");
    delete broken.paths["/pets"]?.["get"]?.description;
    expect((await lint(broken)).map(({ ruleId }) => ruleId)).toContain("operation-description");
  });
});
