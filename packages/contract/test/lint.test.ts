import { describe, expect, it } from "vitest";
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

describe("Redocly", () => {
  it("reports a missing description", async () => {
    const broken = readDocument("openapi.stable.json");
    delete broken.paths["/pets"]?.["get"]?.description;
    expect((await lint(broken)).map(({ ruleId }) => ruleId)).toContain("operation-description");
  });
});
