import type { contract } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { Prisma } from "../generated/client.js";
import { isSale, isSaleTakenBack } from "../operation/counted-events.js";
import type { Operation } from "../operation/operation.js";
import { localDays } from "./local-days.js";

const names = ["added", "imported", "sold", "ordered"] as const;
type Name = (typeof names)[number];
type Row = Readonly<Record<Name, bigint>>;

/** The rows of `part`, grouped by day, as a number of one name. */
const counts = (name: Name, count: Prisma.Sql, at: Prisma.Sql, part: Prisma.Sql, starts: Prisma.Sql) => {
  const columns = names.map((one) => Prisma.sql`${one === name ? count : Prisma.raw("0")} AS ${Prisma.raw(one)}`);
  return Prisma.sql`SELECT width_bucket(${at}, ${starts}) AS day, ${Prisma.join(columns)} ${part} GROUP BY 1`;
};

/**
 * Counts what the index entries of creates, sales and orders say, without reading those events, and subtracts what was
 * taken back since: deletions and changes are fewer. The counted events are those of counted-events.ts.
 * @param moments - The starts of the days, and the end of the last one.
 */
export const statisticsStatement = (moments: readonly Date[]): Prisma.Sql => {
  const texts = moments.map((moment) => moment.toISOString());
  const starts = Prisma.sql`${texts.slice(0, -1)}::timestamptz[]`;
  const start = Prisma.sql`${texts[0]}::timestamptz`;
  const stop = Prisma.sql`${texts.at(-1)}::timestamptz`;
  const [at, all] = [Prisma.raw("at"), Prisma.raw("count(*)")];
  const [earlierAt, takenBack] = [Prisma.raw("earlier.at"), Prisma.raw("-count(DISTINCT earlier.id)")];
  const within = Prisma.sql`at >= ${start} AND at < ${stop}`;
  // OFFSET keeps the planner from joining all sales with all changes: it guesses that JSON conditions leave one row.
  const earlierOf = (alias: string) => Prisma.sql`CROSS JOIN LATERAL (
      SELECT id, at, action, before, after FROM audit_event
      WHERE subject_kind = 'pet' AND subject_id = ${Prisma.raw(alias)}.subject_id AND ${within} OFFSET 0) AS earlier`;
  const parts = [
    counts("added", all, at, Prisma.sql`FROM audit_event WHERE action = 'pet.create' AND ${within}`, starts),
    counts(
      "added",
      takenBack,
      earlierAt,
      Prisma.sql`FROM audit_event AS deletion ${earlierOf("deletion")}
        WHERE deletion.action = 'pet.delete' AND deletion.at >= ${start}
          AND NOT EXISTS (SELECT FROM pet WHERE pet.id = deletion.subject_id) AND earlier.action = 'pet.create'`,
      starts,
    ),
    counts(
      "imported",
      Prisma.sql`sum((after ->> 'imported')::bigint)`,
      at,
      Prisma.sql`FROM audit_event WHERE action = 'catalogue.import' AND ${within}`,
      starts,
    ),
    counts("sold", all, at, Prisma.sql`FROM audit_event WHERE ${isSale("audit_event")} AND ${within}`, starts),
    counts(
      "sold",
      takenBack,
      earlierAt,
      Prisma.sql`FROM audit_event AS later ${earlierOf("later")}
        WHERE ${isSaleTakenBack("later")} AND later.at >= ${start}
          AND ${isSale("earlier")} AND (earlier.at, earlier.id) < (later.at, later.id)`,
      starts,
    ),
    counts("ordered", all, at, Prisma.sql`FROM audit_event WHERE action = 'order.create' AND ${within}`, starts),
  ];
  const sums = names.map((name) => Prisma.raw(`coalesce(sum(${name}), 0)::bigint AS ${name}`));
  return Prisma.sql`
    WITH counted AS (${Prisma.join(parts, " UNION ALL ")})
    SELECT ${Prisma.join(sums)}
    FROM generate_series(1, ${moments.length - 1}::integer) AS listed (day) LEFT JOIN counted USING (day)
    GROUP BY day ORDER BY day`;
};

export const getStatistics =
  ({ database, clock }: Pick<Deps, "database" | "clock">): Operation<typeof contract.statistics.getStatistics> =>
  async ({ query: { days, timeZone } }) => {
    const { dates, moments } = localDays(clock(), days, timeZone);
    const rows = await database.reads.db.$queryRaw<Row[]>(statisticsStatement(moments));
    const toDay = (date: string, at: number) => {
      const row = rows[at];
      return {
        date,
        added: Number(row?.added ?? 0),
        imported: Number(row?.imported ?? 0),
        sold: Number(row?.sold ?? 0),
        ordered: Number(row?.ordered ?? 0),
      };
    };
    return { status: 200, body: { days: dates.map(toDay) } };
  };
