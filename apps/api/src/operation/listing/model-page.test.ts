import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cursorOf, linksOf } from "../../../test/support/links.js";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { Prisma } from "../../generated/client.js";
import { createCursors } from "./cursors.js";
import { readModelPage } from "./model-page.js";
import { readPage } from "./paging.js";

const cursors = createCursors(Buffer.alloc(32));
const path = "/v1/pets/1/notes";

describe("readModelPage", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.category.create({ data: { id: 1 } });
    await database.db.pet.createMany({ data: [1, 2].map((id) => ({ id, name: "Rex", categoryId: 1 })) });
    const author = { kind: "system", id: null, name: "test" };
    const data = Array.from({ length: 23 }, (_, at) => {
      const id = at + 1;
      return { id, petId: id % 5 === 0 ? 2 : 1, text: `note ${id}`, isPinned: id % 3 === 0, author };
    });
    await database.db.note.createMany({ data });
  });
  afterAll(() => database.drop());

  const pages = (isDescending: boolean) => {
    const order = ["isPinned", "id"];
    const byModel = (request: Parameters<typeof readModelPage>[1]) =>
      readModelPage(cursors, request, {
        model: database.db.note,
        where: { petId: 1 },
        order,
        isDescending,
      });
    const bySql = (request: Parameters<typeof readModelPage>[1]) =>
      readPage<{ readonly id: string; readonly isPinned: boolean }>({ pool: database.pool, cursors }, request, {
        listing: {
          select: Prisma.sql`id, is_pinned AS "isPinned"`,
          from: Prisma.sql`note`,
          within: [{ column: Prisma.sql`pet_id`, value: Prisma.sql`1::bigint` }],
          where: [],
          order: { columns: [Prisma.sql`is_pinned`, Prisma.sql`id`], isDescending },
        },
        keyOf: ({ isPinned, id }) => [isPinned, Number(id)],
      });
    return { byModel, bySql };
  };

  it.each([
    { limit: 1, isDescending: true },
    { limit: 4, isDescending: true },
    { limit: 4, isDescending: false },
    { limit: 50, isDescending: false },
  ])("returns the rows and links that SQL returns: %j", async ({ limit, isDescending }) => {
    const { byModel, bySql } = pages(isDescending);
    const seen = new Set<string | undefined>();
    const open: (string | undefined)[] = [undefined];
    const read: unknown[] = [];
    while (open.length > 0) {
      const cursor = open.pop();
      if (seen.has(cursor)) continue;
      seen.add(cursor);
      const request = { path, filters: [], limit, cursor };
      const [model, sql] = [await byModel(request), await bySql(request)];
      expect(model.headers).toEqual(sql.headers);
      const rows = sql.rows.map(({ id, isPinned }) => ({ id: Number(id), isPinned }));
      expect(model.rows).toMatchObject(rows);
      expect(model.rows).toHaveLength(rows.length);
      read.push(...rows.map(({ id }) => id));
      for (const target of Object.values(linksOf(model.headers.Link ?? null)))
        if (cursorOf(target) !== "") open.push(cursorOf(target));
    }
    expect(new Set(read).size).toBe(19);
  });

  it("returns no rows after the last row, and a link back to the page that contains the last row", async () => {
    const { byModel, bySql } = pages(true);
    const cursor = cursors({ path, filters: [] }).seal({ side: "after", key: [false, 1] });
    const request = { path, filters: [], limit: 2, cursor };
    const page = await byModel(request);
    expect(page).toEqual({ rows: [], headers: (await bySql(request)).headers });
    const back = await byModel({ ...request, cursor: cursorOf(linksOf(page.headers.Link ?? null)["prev"]) });
    expect(back.rows).toMatchObject([{ id: 2 }, { id: 1 }]);
  });
});
