import { type contract, LONG_PENDING_DAYS, MAX_LONG_PENDING, MAX_PENDING_READ } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { Prisma } from "../generated/client.js";
import { isSale, isSaleTakenBack } from "../operation/counted-events.js";
import type { Operation } from "../operation/operation.js";
import { DAY_MS, localDays } from "./local-days.js";

const names = ["added", "imported", "sold", "ordered"] as const;
type Name = (typeof names)[number];
type Row = Readonly<Record<Name, bigint>>;

/** Counts the rows of `part` for each day, under one name. */
const counts = (name: Name, count: Prisma.Sql, part: Prisma.Sql, starts: Prisma.Sql) => {
  const columns = names.map((one) => Prisma.sql`${one === name ? count : Prisma.raw("0")} AS ${Prisma.raw(one)}`);
  return Prisma.sql`SELECT width_bucket(at, ${starts}) AS day, ${Prisma.join(columns)} ${part} GROUP BY 1`;
};

/**
 * counted-events.ts defines which events are counted. No part joins events with other events: the planner assumes that
 * a condition on JSON selects one row, and would then read all sales again for each change. `IS NOT TRUE` keeps the
 * planner from turning IN into a join. A window function finds later events of the same subject.
 * @param moments - The starts of the days, and the end of the last one.
 */
export const statisticsStatement = (moments: readonly Date[]): Prisma.Sql => {
  const texts = moments.map((moment) => moment.toISOString());
  const starts = Prisma.sql`${texts.slice(0, -1)}::timestamptz[]`;
  const start = Prisma.sql`${texts[0]}::timestamptz`;
  const stop = Prisma.sql`${texts.at(-1)}::timestamptz`;
  const all = Prisma.raw("count(*)");
  const within = Prisma.sql`at >= ${start} AND at < ${stop}`;
  const parts = [
    counts(
      "added",
      all,
      Prisma.sql`FROM audit_event WHERE action = 'pet.create' AND ${within}
        AND (subject_id IN (
          SELECT deletion.subject_id FROM audit_event AS deletion
          WHERE deletion.action = 'pet.delete' AND deletion.at >= ${start}
            AND NOT EXISTS (SELECT FROM pet WHERE pet.id = deletion.subject_id)
        )) IS NOT TRUE`,
      starts,
    ),
    counts(
      "imported",
      Prisma.sql`sum((after ->> 'imported')::bigint)`,
      Prisma.sql`FROM audit_event WHERE action = 'catalogue.import' AND ${within}`,
      starts,
    ),
    counts(
      "sold",
      all,
      Prisma.sql`FROM (
          SELECT at, is_sale,
            bool_or(NOT is_sale) OVER (PARTITION BY subject_id ORDER BY at DESC, id DESC ROWS UNBOUNDED PRECEDING)
              AS is_taken_back
          FROM (
            SELECT at, id, subject_id, true AS is_sale FROM audit_event WHERE ${isSale("audit_event")} AND ${within}
            UNION ALL
            SELECT at, id, subject_id, false FROM audit_event
            WHERE ${isSaleTakenBack("audit_event")} AND at >= ${start}
          ) AS moved
        ) AS judged WHERE is_sale AND NOT is_taken_back`,
      starts,
    ),
    counts("ordered", all, Prisma.sql`FROM audit_event WHERE action = 'order.create' AND ${within}`, starts),
  ];
  const sums = names.map((name) => Prisma.raw(`coalesce(sum(${name}), 0)::bigint AS ${name}`));
  return Prisma.sql`
    WITH counted AS (${Prisma.join(parts, " UNION ALL ")})
    SELECT ${Prisma.join(sums)}
    FROM generate_series(1, ${moments.length - 1}::integer) AS listed (day) LEFT JOIN counted USING (day)
    GROUP BY day ORDER BY day`;
};

/** Finds the newest event of each pet along an index. `MAX_PENDING_READ` bounds how many pets are read. */
export const longPendingStatement = (before: Date): Prisma.Sql => Prisma.sql`
  WITH pending AS MATERIALIZED (SELECT id FROM pet WHERE status = 'pending' ORDER BY id LIMIT ${MAX_PENDING_READ})
  SELECT pending.id, to_char(last.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since
  FROM pending CROSS JOIN LATERAL (
    SELECT at FROM audit_event WHERE subject_kind = 'pet' AND subject_id = pending.id ORDER BY at DESC, id DESC LIMIT 1
  ) AS last
  WHERE last.at < ${before.toISOString()}::timestamptz
    AND NOT EXISTS (SELECT FROM store_order WHERE held_pet_id = pending.id)
  ORDER BY last.at, id LIMIT ${MAX_LONG_PENDING}`;

type Pending = { readonly id: bigint; readonly since: string };

type StatisticsDeps = { readonly database: Database; readonly clock: () => Date };

export const getStatistics =
  ({ database, clock }: StatisticsDeps): Operation<typeof contract.statistics.getStatistics> =>
  async ({ query: { days, timeZone } }) => {
    const now = clock();
    const { dates, moments } = localDays(now, days, timeZone);
    const rows = await database.reads.db.$queryRaw<Row[]>(statisticsStatement(moments));
    const before = new Date(now.getTime() - LONG_PENDING_DAYS * DAY_MS);
    const pending = await database.reads.db.$queryRaw<Pending[]>(longPendingStatement(before));
    const longPending = pending.map(({ id, since }) => ({ id: Number(id), since }));
    const numbersOf = (row: Row | undefined) =>
      Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<Name, number>;
    const toDay = (date: string, at: number) => ({ date, ...numbersOf(rows[at]) });
    return { status: 200, body: { days: dates.map(toDay), longPending } };
  };
