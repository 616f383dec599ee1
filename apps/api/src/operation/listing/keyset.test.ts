import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { Prisma } from "../../generated/client.js";
import type { Position } from "./position.js";
import { countStatement, isBackwards, toSqlPosition } from "./keyset.js";
import { hasOtherSide, type Listing, nearestRows } from "./listing.js";

type Row = { readonly kind: string; readonly name: string; readonly id: number };
const rows: readonly Row[] = Array.from({ length: 24 }, (_, at) => ({
  ...{ kind: at % 2 === 0 ? "cat" : "dog", name: "abcd".charAt(at % 5 === 3 ? 1 : at % 4), id: 2 * at },
}));

/** A listing in SQL, and the same listing as a function that tests a single row. */
type Case = { readonly listing: Listing; readonly has: (row: Row) => boolean };
const ranges = [{}, { from: "b" }, { below: "c" }, { from: "b", below: "c" }];
const text = (value: string | undefined) => (value === undefined ? undefined : Prisma.sql`${value}::text`);
const createCase = (isDescending: boolean, isWithin: boolean, isFiltered: boolean, range: (typeof ranges)[number]) => ({
  listing: {
    ...{ select: Prisma.sql`id`, from: Prisma.sql`animal` },
    where: isFiltered ? [Prisma.sql`id <> 18`, Prisma.sql`id < 40`] : [],
    ...(isWithin && { within: [{ column: Prisma.sql`kind`, value: Prisma.sql`${"dog"}::text` }] }),
    ...(range.from !== range.below && { range: { from: text(range.from), below: text(range.below) } }),
    order: { columns: [Prisma.sql`name`, Prisma.sql`id`], isDescending },
  },
  has: ({ kind, name, id }: Row) =>
    (!isWithin || kind === "dog") &&
    (!isFiltered || (id !== 18 && id < 40)) &&
    name >= (range.from ?? "") &&
    name < (range.below ?? "z"),
});
const flags = [false, true];
const plainCases: readonly Case[] = flags.flatMap((isDescending) =>
  flags.flatMap((isWithin) =>
    flags.flatMap((isFiltered) => ranges.map((range) => createCase(isDescending, isWithin, isFiltered, range))),
  ),
);

const clustered = ({ listing, has }: Case): Case => ({ listing: { ...listing, kind: "clustered" }, has });
const cases = [...plainCases, ...plainCases.map(clustered)];

const opposite = { after: "atMost", atLeast: "before", before: "atLeast", atMost: "after" } as const;
const sides = Object.keys(opposite) as Position["side"][];
const compare = (a: Row, b: Pick<Row, "name" | "id">) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1);
const isOn = (side: Position["side"], distance: number) =>
  ({ after: distance > 0, atLeast: distance >= 0, before: distance < 0, atMost: distance <= 0 })[side];

describe("a keyset listing", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase("template1");
    await database.pool.query("CREATE TABLE animal (kind text, name text, id bigint PRIMARY KEY)");
    await database.pool.query("INSERT INTO animal SELECT * FROM json_populate_recordset(NULL::animal, $1)", [
      JSON.stringify(rows),
    ]);
  });
  afterAll(() => database.drop());

  const columns = { columns: Prisma.sql`id`, maxRows: Prisma.sql`${5}` };
  const read = async ({ listing }: Case, position: Position | undefined) => {
    const at = position && toSqlPosition(position);
    const page = Prisma.sql`SELECT ARRAY(${nearestRows(listing, at, columns)})::int[] AS ids,
      ${hasOtherSide(listing, at)} AS "hasOtherSide"`;
    return (await database.pool.query<{ ids: number[]; hasOtherSide: boolean }>(page)).rows[0];
  };
  const sorted = ({ listing, has }: Case) => {
    const found = rows.filter(has).toSorted(compare);
    return listing.order.isDescending ? found.toReversed() : found;
  };

  it("returns the first rows without a position, and says that no row is before them", async () => {
    for (const one of cases) {
      const ids = sorted(one).map(({ id }) => id);
      expect(await read(one, undefined)).toEqual({ ids: ids.slice(0, 5), hasOtherSide: false });
    }
  });

  it("returns the rows nearest to a position, and whether there are rows on its other side", async () => {
    for (const one of cases) {
      const all = sorted(one);
      const direction = one.listing.order.isDescending ? -1 : 1;
      const ends = [all[Math.floor(all.length / 2)], all.at(-1)] as Row[];
      // The odd ids belong to rows that were deleted after the cursor was created.
      const keys = ends.flatMap(({ name, id }) => [id, id + 1].map((at) => ({ name, id: at })));
      for (const { name, id } of keys) {
        const idsOn = (side: Position["side"]) =>
          all.filter((row) => isOn(side, direction * compare(row, { name, id }))).map((row) => row.id);
        for (const side of sides) {
          const near = isBackwards({ side }) ? idsOn(side).toReversed() : idsOn(side);
          const expected = { ids: near.slice(0, 5), hasOtherSide: idsOn(opposite[side]).length > 0 };
          expect({ side, ...(await read(one, { side, key: [name, id] })) }).toEqual({ side, ...expected });
        }
      }
    }
  });

  it("has a count of all its rows", async () => {
    for (const one of cases) {
      const { rows: counted } = await database.pool.query<{ count: string }>(countStatement(one.listing));
      expect(Number(counted[0]?.count)).toBe(sorted(one).length);
    }
  });
});

describe("toSqlPosition", () => {
  it("casts numbers to bigint and no other value", () => {
    const { key } = toSqlPosition({ side: "after", key: [5, "x", true] });
    expect(key.map(({ sql, values }) => [sql, values])).toEqual([
      ["?::bigint", [5n]],
      ["?", ["x"]],
      ["?", [true]],
    ]);
  });
});
