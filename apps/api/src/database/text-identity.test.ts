import { identityOf, searchTextOf } from "@petstore/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proofSize } from "../../test/support/proof-size.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";

/** Node.js 24 and newer know letters of Unicode 16 and 17, which the table of the database has as well. */
const isLater = (point: number) =>
  (point >= 0xa7ca && point <= 0xa7dc) ||
  (point >= 0x10d50 && point <= 0x10d85) ||
  (point >= 0x16ea0 && point <= 0x16ed3);

const isText = (point: number) => point > 0 && (point < 0xd800 || point > 0xdfff);
const points = Array.from({ length: 0x32000 }, (_, point) => point).filter((one) => isText(one) && !isLater(one));

/** Letters, spaces and marks, of which the functions change some and leave others as they are. */
const character = fc.oneof(
  fc.constantFrom(
    ..."aZ éÉßẞİıſΣςσøŁæ’\u00a0\u2003\u200b\u200d\u00ad\ufeff\u0301\u0345\u0327\u3099がㄱ각กิ👩🏽\u{e0101}",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);
const text = fc.array(character, { maxLength: 12 }).map((all) => all.join("").replaceAll("\0", ""));

describe("the identity of a text", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const inDatabase = async (texts: readonly string[]) => {
    const { rows } = await database.pool.query<{ identity: string; search: string }>(
      `SELECT text_identity(given) AS identity, search_text(given) AS search
       FROM unnest($1::text[]) WITH ORDINALITY AS one (given, place) ORDER BY place`,
      [texts],
    );
    return rows;
  };

  const differences = async (texts: readonly string[]) => {
    const rows = await inDatabase(texts);
    return texts.flatMap((one, at) =>
      rows[at]?.identity === identityOf(one) && rows[at]?.search === searchTextOf(one)
        ? []
        : [[one, rows[at], identityOf(one), searchTextOf(one)]],
    );
  };

  it("is the same in PostgreSQL for every character", async () => {
    for (let from = 0; from < points.length; from += 20_000)
      expect(
        await differences(points.slice(from, from + 20_000).map((one) => `x${String.fromCodePoint(one)}`)),
      ).toEqual([]);
  });

  it("is the same in PostgreSQL for generated texts", async () => {
    const numRuns = proofSize("IDENTITY_TEXTS", { short: 20_000, full: 100_000 });
    const texts = fc.sample(text, { numRuns, seed: 50 });
    for (let from = 0; from < texts.length; from += 20_000)
      expect(await differences(texts.slice(from, from + 20_000))).toEqual([]);
  });

  it("does not depend on the collation of the column or of the database", async () => {
    const { rows } = await database.pool
      .query(`
      CREATE COLLATION IF NOT EXISTS turkish (provider = icu, locale = 'tr-TR');
      SELECT text_identity('ISTANBUL' COLLATE turkish) AS identity, search_text('ISTANBUL É' COLLATE turkish) AS search`)
      .then((results) => (results as unknown as { rows: unknown[] }[])[1] ?? { rows: [] });
    expect(rows).toEqual([{ identity: "istanbul", search: "istanbul e" }]);
  });

  it("is null for null", async () => {
    expect(await inDatabase([null as unknown as string])).toEqual([{ identity: null, search: null }]);
  });
});
