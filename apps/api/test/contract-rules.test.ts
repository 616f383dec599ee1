import { historyKinds } from "@petstore/contract/schemas";
import { describe, expect, it } from "vitest";
import { prismaDirectory, readMigrations } from "../src/database/migrations.js";

type Complete = (script: string | undefined, earlier: string) => string | undefined;
const path = new URL("../scripts/contract-rules.mjs", import.meta.url).href;
const { withRulesOfTheContract } = (await import(path)) as { readonly withRulesOfTheContract: Complete };

const earlier = (await readMigrations(prismaDirectory)).map(({ script }) => script).join("\n");

const create = (table: string, ...columns: string[]) =>
  `CREATE TABLE "${table}" (\n    "id" BIGSERIAL NOT NULL,\n${columns.map((column) => `    ${column},\n`).join("")}    CONSTRAINT "${table}_pkey" PRIMARY KEY ("id")\n);\n`;

describe("a new migration", () => {
  it("gets a CHECK for each rule of the contract for a text of a new table", () => {
    const script = withRulesOfTheContract(create("note", '"text" TEXT NOT NULL'), earlier) ?? "";
    expect(script).toContain('CONSTRAINT "note_text_length" CHECK (char_length("text") BETWEEN 1 AND 5000)');
    const before = /CONSTRAINT "note_text_has_no_control_character".*(?=,)/.exec(earlier)?.[0] ?? "none";
    expect(script).toContain(before);
  });

  it("gets a CHECK for the range of an integer of a new table", () => {
    expect(withRulesOfTheContract(create("photo", '"position" INTEGER NOT NULL'), earlier)).toMatch(
      /CONSTRAINT "photo_position_range" CHECK \("position" BETWEEN 1 AND \d+\)\n\);/,
    );
  });

  it("gets nothing for a table that the contract does not describe", () => {
    const script = create("job_step", '"kind" TEXT NOT NULL');
    expect(withRulesOfTheContract(script, earlier)).toBe(script);
    expect(withRulesOfTheContract(undefined, earlier)).toBeUndefined();
  });

  it("gives the feed the kinds of the contract if an earlier migration has others", () => {
    const last = `'${historyKinds.at(-1)}'`;
    const script = withRulesOfTheContract(undefined, earlier.replaceAll(`, ${last}`, ""));
    expect(script).toContain("CREATE OR REPLACE FUNCTION note_pending_events()");
    expect(script).toContain(`IN (${historyKinds.map((kind) => `'${kind}'`).join(", ")})`);
  });
});
