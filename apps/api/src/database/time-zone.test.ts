import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { openPools } from "./open-database.js";
import { openPrisma } from "./prisma-client.js";

describe("the time zone of a connection", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(`ALTER DATABASE ${database.connection.database} SET timezone = 'Asia/Tokyo'`);
  });
  afterAll(() => database.drop());

  it("is UTC whatever the database's default is, so that Prisma's times are correct", async () => {
    const { changes, reads } = openPools(database.connection, pino({ level: "silent" }));
    const db = openPrisma(changes, "public");
    const moment = new Date("2026-11-22T12:00:00.000Z");
    const [row] = await db.$queryRaw<{ written: Date; isSame: boolean }[]>`
      SELECT ${moment}::timestamptz AS written, ${moment}::timestamptz = '2026-11-22T12:00:00Z' AS "isSame"`;
    const zone = await reads.query("SHOW timezone");
    await db.$disconnect();
    await Promise.all([changes.end(), reads.end()]);
    expect([row, zone.rows]).toEqual([{ written: moment, isSame: true }, [{ TimeZone: "UTC" }]]);
  });
});
