import { describe, expect, it } from "vitest";
import { documentFiles, readDocument, readServed } from "./support/documents.js";
import { lint } from "./support/redocly.js";

describe.each(documentFiles)("%s", (file) => {
  it("passes Redocly's recommended-strict rules and those of redocly.yaml", async () => {
    const problems = await lint(readServed(file));
    expect(problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer }))).toEqual(
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
