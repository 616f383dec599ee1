import { expect, it } from "vitest";
import * as z from "zod";
import { InvalidRow, judgedAlone } from "./rows.js";

const rows = z.array(judgedAlone(z.strictObject({ name: z.string() })));

it("parses the valid entries of a list, and keeps the others as they were sent", () => {
  const parsed = rows.parse([{ name: "Rex" }, { name: 5 }, "Rex"]);
  expect(parsed[0]).toEqual({ name: "Rex" });
  expect(parsed.slice(1)).toMatchObject([{ given: { name: 5 }, issues: [{ path: ["name"] }] }, { given: "Rex" }]);
  expect(parsed[1]).toBeInstanceOf(InvalidRow);
});

it("is described by the schema of its entries, without a default", () => {
  const described = JSON.parse(JSON.stringify(z.toJSONSchema(rows, { io: "input" })));
  expect(described.items).toEqual({
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  });
});
