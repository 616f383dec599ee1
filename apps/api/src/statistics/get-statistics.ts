import type { contract } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { Prisma } from "../generated/client.js";
import type { Operation } from "../operation/operation.js";

type Row = { readonly date: string; readonly added: bigint; readonly sold: bigint; readonly ordered: bigint };

const dayOf = Prisma.sql`(at AT TIME ZONE 'UTC')::date`;

/** Each part reads one index: the conditions of `sold` are those of audit_event_sold_idx. */
export const statisticsStatement = (today: string, days: number): Prisma.Sql => {
  const first = Prisma.sql`(${today}::date - ${days - 1}::integer)::timestamp`;
  const end = Prisma.sql`(${today}::date + 1)::timestamp`;
  const within = Prisma.sql`at >= ${first} AT TIME ZONE 'UTC' AND at < ${end} AT TIME ZONE 'UTC'`;
  return Prisma.sql`
    WITH counted AS (
      SELECT ${dayOf} AS day, action AS what, count(*) AS amount FROM audit_event
      WHERE action IN ('pet.create', 'order.create') AND ${within} GROUP BY 1, 2
      UNION ALL
      SELECT ${dayOf}, 'pet.create', sum((after ->> 'imported')::bigint) FROM audit_event
      WHERE action = 'catalogue.import' AND ${within} GROUP BY 1
      UNION ALL
      SELECT ${dayOf}, 'sold', count(*) FROM audit_event
      WHERE action = 'pet.update' AND after ->> 'status' = 'sold' AND before ->> 'status' <> 'sold' AND ${within}
      GROUP BY 1
    )
    SELECT to_char(listed.day, 'YYYY-MM-DD') AS date,
      coalesce(sum(amount) FILTER (WHERE what = 'pet.create'), 0)::bigint AS added,
      coalesce(sum(amount) FILTER (WHERE what = 'sold'), 0)::bigint AS sold,
      coalesce(sum(amount) FILTER (WHERE what = 'order.create'), 0)::bigint AS ordered
    FROM generate_series(${first}, ${today}::timestamp, '1 day') AS listed (day)
      LEFT JOIN counted ON counted.day = listed.day::date
    GROUP BY listed.day ORDER BY listed.day`;
};

const toDay = ({ date, added, sold, ordered }: Row) => ({
  date,
  added: Number(added),
  sold: Number(sold),
  ordered: Number(ordered),
});

export const getStatistics =
  ({ database, clock }: Pick<Deps, "database" | "clock">): Operation<typeof contract.statistics.getStatistics> =>
  async ({ query: { days } }) => {
    const today = clock().toISOString().slice(0, 10);
    const rows = await database.reads.db.$queryRaw<Row[]>(statisticsStatement(today, days));
    return { status: 200, body: { days: rows.map(toDay) } };
  };
