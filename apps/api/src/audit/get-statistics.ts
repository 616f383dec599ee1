import {
  type contract,
  LONG_PENDING_DAYS,
  MAX_LONG_PENDING,
  MAX_PENDING_READ,
  type Statistics,
} from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { Prisma } from "../generated/client.js";
import { isSale, isSaleTakenBack } from "../operation/counted-events.js";
import { groupBy } from "../operation/group-by.js";
import type { Operation } from "../operation/operation.js";
import { DAY_MS, localDays } from "./local-days.js";

const names = ["added", "imported", "sold", "ordered"] as const;
/** The columns of a row: the numbers of events, the stays of sold pets and their days, and the money paid. */
const columns = [...names, "stays", "stayDays", "paid"] as const;
type Column = (typeof columns)[number];
type Row = Readonly<Record<Column, number>> & {
  /** The number of the day, beginning with 1, or the id of a category. */
  readonly key: bigint | null;
  /** Null in rows without money. */
  readonly currency: string | null;
};

type Grouping = { readonly by: "day" | "category"; readonly hasSales: boolean };

const zero = Prisma.raw("0");
const all = Prisma.raw("count(*)");

/** Finds the category of a pet, or the one that it had when it was deleted. */
const categoryOf = (petId: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce(
  (SELECT category_id FROM pet WHERE pet.id = ${petId}),
  (SELECT (gone.before ->> 'categoryId')::bigint FROM audit_event AS gone
    WHERE gone.subject_kind = 'pet' AND gone.subject_id = ${petId} AND gone.action = 'pet.delete'
    ORDER BY gone.at DESC, gone.id DESC LIMIT 1))`;

/** Finds when a sold pet came into the store: it was created, or an import added it. */
const arrivalOfSold = Prisma.sql`coalesce(
  (SELECT made.at FROM audit_event AS made
    WHERE made.subject_kind = 'pet' AND made.subject_id = judged.subject_id AND made.action = 'pet.create'
    ORDER BY made.at, made.id LIMIT 1),
  (SELECT max(import.at) FROM import WHERE judged.subject_id BETWEEN first AND last AND import.at <= judged.at))`;

/**
 * counted-events.ts defines which events are counted. No part joins events with events: the planner assumes that
 * a condition on JSON selects one row, and would then read all sales again for each change. `IS NOT TRUE` keeps the
 * planner from turning IN into a join. A window function finds later events of the same subject, and subqueries find
 * what is known about a single pet. `OFFSET 0` keeps the planner from running a subquery once for each use of its value.
 * @param moments - The starts of the days, and the end of the last one.
 */
export const statisticsStatement = (
  moments: readonly Date[],
  { by, hasSales }: Grouping = { by: "day", hasSales: false },
): Prisma.Sql => {
  const texts = moments.map((moment) => moment.toISOString());
  const starts = Prisma.sql`${texts.slice(0, -1)}::timestamptz[]`;
  const start = Prisma.sql`${texts[0]}::timestamptz`;
  const stop = Prisma.sql`${texts.at(-1)}::timestamptz`;
  const within = Prisma.sql`at >= ${start} AND at < ${stop}`;
  const keyOf = (at: string, petId: Prisma.Sql) =>
    by === "day" ? Prisma.sql`width_bucket(${Prisma.raw(at)}, ${starts})::bigint` : categoryOf(petId);
  const subject = Prisma.raw("subject_id");

  /** Adds up the rows of `from` for each key. */
  const part = (
    sums: Partial<Record<Column, Prisma.Sql>>,
    key: Prisma.Sql,
    from: Prisma.Sql,
    currency = Prisma.raw("NULL"),
  ) => {
    const values = columns.map((name) => Prisma.sql`${sums[name] ?? zero}::float8 AS ${Prisma.raw(`"${name}"`)}`);
    return Prisma.sql`SELECT ${key} AS key, ${currency} AS currency, ${Prisma.join(values)} FROM ${from} GROUP BY 1, 2`;
  };

  const parts = [
    part(
      { added: all },
      keyOf("at", Prisma.raw("audit_event.subject_id")),
      Prisma.sql`audit_event WHERE action = 'pet.create' AND ${within}
        AND (subject_id IN (
          SELECT deletion.subject_id FROM audit_event AS deletion
          WHERE deletion.action = 'pet.delete' AND deletion.at >= ${start}
            AND NOT EXISTS (SELECT FROM pet WHERE pet.id = deletion.subject_id)
        )) IS NOT TRUE`,
    ),
    by === "day"
      ? part({ imported: Prisma.raw("sum(amount)") }, keyOf("at", subject), Prisma.sql`import WHERE ${within}`)
      : part(
          { imported: all },
          Prisma.raw("category_id"),
          Prisma.sql`import JOIN pet ON pet.id BETWEEN first AND last WHERE ${within}`,
        ),
    part(
      {
        sold: all,
        ...(hasSales && {
          stays: Prisma.raw("count(arrival)"),
          stayDays: Prisma.raw("coalesce(sum(extract(epoch FROM at - arrival) / 86400), 0)"),
        }),
      },
      keyOf("at", Prisma.raw("sale.subject_id")),
      Prisma.sql`(
          SELECT at, subject_id, ${hasSales ? arrivalOfSold : Prisma.raw("NULL")} AS arrival FROM (
            SELECT at, subject_id, is_sale,
              bool_or(NOT is_sale) OVER (PARTITION BY subject_id ORDER BY at DESC, id DESC ROWS UNBOUNDED PRECEDING)
                AS is_taken_back
            FROM (
              SELECT at, id, subject_id, true AS is_sale FROM audit_event WHERE ${isSale("audit_event")} AND ${within}
              UNION ALL
              SELECT at, id, subject_id, false FROM audit_event
              WHERE ${isSaleTakenBack("audit_event")} AND at >= ${start}
            ) AS moved
          ) AS judged WHERE is_sale AND NOT is_taken_back OFFSET 0
        ) AS sale`,
    ),
    part(
      { ordered: all },
      keyOf("at", Prisma.raw("(audit_event.after ->> 'petId')::bigint")),
      Prisma.sql`audit_event WHERE action = 'order.create' AND ${within}`,
    ),
    ...(hasSales
      ? [
          part(
            { paid: Prisma.raw("sum(price_amount)") },
            keyOf("paid_at", Prisma.raw("store_order.pet_id")),
            Prisma.sql`store_order WHERE paid_at >= ${start} AND paid_at < ${stop}`,
            Prisma.raw("price_currency"),
          ),
        ]
      : []),
  ];
  return Prisma.sql`
    WITH import AS MATERIALIZED (
      SELECT at, (after ->> 'imported')::bigint AS amount,
        (after ->> 'firstPetId')::bigint AS first, (after ->> 'lastPetId')::bigint AS last
      FROM audit_event WHERE action = 'catalogue.import' AND at < ${stop}
    )
    ${Prisma.join(parts, " UNION ALL ")}`;
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
type Day = Statistics["days"][number];
type Numbers = Omit<Day, "date">;

/** The decimals of amounts of money and of days. */
const DECIMALS = 3;
const rounded = (value: number) => Number(value.toFixed(DECIMALS));

/** Adds up the rows of one key. */
const toNumbers = (rows: readonly Row[], hasSales: boolean): Numbers => {
  const sum = (name: Column, of = rows) => of.reduce((total, row) => total + row[name], 0);
  const counted = Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<(typeof names)[number], number>;
  if (!hasSales) return counted;
  const byCurrency = groupBy(
    rows.filter(({ currency }) => currency !== null),
    ({ currency }) => String(currency),
  );
  const paid = [...byCurrency]
    .map(([currency, some]) => ({ amount: rounded(sum("paid", some)), currency }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
  return { ...counted, sales: { paid, stays: { pets: sum("stays"), days: rounded(sum("stayDays")) } } };
};

type StatisticsDeps = { readonly database: Database; readonly clock: () => Date };

/**
 * Returns the numbers of each category. An import records only how many pets it added, so those of them that are gone
 * have no category.
 */
const readCategories = async (
  { db }: Database["reads"],
  rows: readonly Row[],
  imported: number,
  hasSales: boolean,
): Promise<NonNullable<Statistics["categories"]>> => {
  const ids = rows.flatMap(({ key }) => key ?? []);
  const found = await db.category.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
    orderBy: { id: "asc" },
  });
  const known = new Set(found.map(({ id }) => id));
  const byId = groupBy(rows, ({ key }) => (known.has(Number(key)) ? Number(key) : null));
  const entries = found.map(({ id, name }) => ({
    categoryId: id,
    name,
    ...toNumbers(byId.get(id) ?? [], hasSales),
  }));
  const rest = toNumbers(byId.get(null) ?? [], hasSales);
  const gone = Math.max(0, imported - entries.reduce((sum, entry) => sum + entry.imported, 0));
  const others = { categoryId: null, name: null, ...rest, imported: gone };
  return gone > 0 || byId.has(null) ? [...entries, others] : entries;
};

export const getStatistics =
  ({ database, clock }: StatisticsDeps): Operation<typeof contract.statistics.getStatistics> =>
  async ({ query: { days, lastDay, timeZone, expand } }) => {
    const now = clock();
    const { dates, moments } = localDays(now, days, timeZone, lastDay);
    const hasSales = expand?.includes("sales") ?? false;
    const { db } = database.reads;
    const read = (by: Grouping["by"]) => db.$queryRaw<Row[]>(statisticsStatement(moments, { by, hasSales }));
    const byDay = groupBy(await read("day"), ({ key }) => Number(key));
    const listed = dates.map((date, at): Day => ({ date, ...toNumbers(byDay.get(at + 1) ?? [], hasSales) }));
    const imported = listed.reduce((sum, day) => sum + day.imported, 0);
    const categories = expand?.includes("categories")
      ? await readCategories(database.reads, await read("category"), imported, hasSales)
      : undefined;
    const before = new Date(now.getTime() - LONG_PENDING_DAYS * DAY_MS);
    const pending = await db.$queryRaw<Pending[]>(longPendingStatement(before));
    const longPending = pending.map(({ id, since }) => ({ id: Number(id), since }));
    return { status: 200, body: { days: listed, ...(categories && { categories }), longPending } };
  };
