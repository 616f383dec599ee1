import type { contract } from "@petstore/contract/routes";
import type { Deps } from "../deps.js";
import { Prisma } from "../generated/client.js";
import type { Operation } from "../operation/operation.js";

type Row = { readonly date: string; readonly added: bigint; readonly sold: bigint; readonly ordered: bigint };

const DAY_MS = 86_400_000;

/**
 * Each part reads one index; the conditions of the sales are those of audit_event_sold_idx. `date_bin` costs half of a
 * conversion to a date.
 * @param end - The end of the last day.
 */
export const statisticsStatement = (end: Date, days: number): Prisma.Sql => {
  const start = Prisma.sql`${new Date(end.getTime() - days * DAY_MS).toISOString()}::timestamptz`;
  const stop = Prisma.sql`${end.toISOString()}::timestamptz`;
  const day = Prisma.sql`date_bin('24 hours', at, ${start}) AS day`;
  const within = Prisma.sql`at >= ${start} AND at < ${stop}`;
  return Prisma.sql`
    WITH counted AS (
      SELECT ${day}, count(*) AS added, 0 AS sold, 0 AS ordered
      FROM audit_event WHERE action = 'pet.create' AND ${within} GROUP BY 1
      UNION ALL
      SELECT ${day}, sum((after ->> 'imported')::bigint), 0, 0
      FROM audit_event WHERE action = 'catalogue.import' AND ${within} GROUP BY 1
      UNION ALL
      SELECT ${day}, 0, count(*), 0
      FROM audit_event WHERE action = 'pet.update' AND after ->> 'status' = 'sold' AND before ->> 'status' <> 'sold'
        AND ${within} GROUP BY 1
      UNION ALL
      SELECT ${day}, 0, 0, count(*)
      FROM audit_event WHERE action = 'order.create' AND ${within} GROUP BY 1
    )
    SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, coalesce(sum(added), 0)::bigint AS added,
      coalesce(sum(sold), 0)::bigint AS sold, coalesce(sum(ordered), 0)::bigint AS ordered
    FROM generate_series(${start}, ${stop} - interval '24 hours', '24 hours') AS listed (day)
      LEFT JOIN counted USING (day)
    GROUP BY day ORDER BY day`;
};

const toDay = ({ date, added, sold, ordered }: Row) => ({
  date,
  added: Number(added),
  sold: Number(sold),
  ordered: Number(ordered),
});

const endOfDay = (at: Date): Date => new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS);

export const getStatistics =
  ({ database, clock }: Pick<Deps, "database" | "clock">): Operation<typeof contract.statistics.getStatistics> =>
  async ({ query: { days } }) => {
    const rows = await database.reads.db.$queryRaw<Row[]>(statisticsStatement(endOfDay(clock()), days));
    return { status: 200, body: { days: rows.map(toDay) } };
  };
