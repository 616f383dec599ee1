import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { Prisma } from "../../generated/client.js";
import type { Position } from "./position.js";
import { type JsonPageRow, jsonPageStatement, toJsonPage } from "./json-page.js";
import { toSqlPosition } from "./keyset.js";

const ids = [1, 2, 3, 4, 5, 6, 7];

describe("a page as JSON", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase("template1");
    await database.pool.query(
      "CREATE TABLE animal AS SELECT 'Rex' AS name, id::bigint FROM generate_series(1, 7) AS id",
    );
  });
  afterAll(() => database.drop());

  const read = async (isDescending: boolean, position: Position | undefined, size: number) => {
    const listing = {
      ...{ select: Prisma.sql`name, id`, json: Prisma.sql`json_build_object('id', id)::text` },
      ...{ from: Prisma.sql`animal`, where: [] },
      order: { columns: [Prisma.sql`name`, Prisma.sql`id`], isDescending },
    };
    const page = { size: Prisma.sql`${size}::int`, maxRows: Prisma.sql`100` };
    const statement = jsonPageStatement(listing, position && toSqlPosition(position), page);
    const { rows } = await database.pool.query<JsonPageRow>(statement);
    const { text, ...edges } = toJsonPage(rows.at(0) ?? expect.fail("no row"), position);
    return { ids: (JSON.parse(text) as { id: number }[]).map(({ id }) => id), ...edges };
  };

  it.each([false, true])(
    "has the rows in the listing's order on both sides of a position; descending: %s",
    async (down) => {
      const all = down ? ids.toReversed() : ids;
      const expected = (position: Position | undefined, rows: number[], hasMore: boolean, hasOtherSide: boolean) => ({
        ...{ ids: rows, position, hasMore, hasOtherSide },
        ...{ first: ["Rex", rows[0]], last: ["Rex", rows.at(-1)] },
      });
      const at = (side: Position["side"], index: number): Position => ({ side, key: ["Rex", all[index] ?? 0] });
      for (const [position, start, end, hasMore, hasOtherSide] of [
        [undefined, 0, 3, true, false],
        [at("after", 2), 3, 6, true, true],
        [at("after", 3), 4, 7, false, true],
        [at("atLeast", 0), 0, 3, true, false],
        [at("before", 4), 1, 4, true, true],
        [at("before", 3), 0, 3, false, true],
        [at("atMost", 6), 4, 7, true, false],
      ] as const) {
        const page = expected(position, all.slice(start, end), hasMore, hasOtherSide);
        expect(await read(down, position, 3)).toEqual(page);
      }
    },
  );

  it("is an empty array and has no keys if there are no rows", async () => {
    const position: Position = { side: "after", key: ["Rex", 7] };
    const edges = { position, hasMore: false, hasOtherSide: true, first: undefined, last: undefined };
    expect(await read(false, position, 3)).toEqual({ ids: [], ...edges });
  });
});
