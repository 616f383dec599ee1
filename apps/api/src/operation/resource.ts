import { isDeepStrictEqual } from "node:util";
import { BASE_PATH } from "@petstore/contract/routes";
import type * as z from "zod";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Database } from "../database/open-database.js";
import { notFound } from "../errors.js";
import { Prisma } from "../generated/client.js";
import type { Cursors } from "./listing/cursors.js";
import { readPage } from "./listing/paging.js";
import { creationOf, deletionOf, type KindWith, updateOf } from "./audit-trail.js";
import { requireMatch } from "./etag.js";
import type { MutationContext, Transaction } from "./operation.js";
import type { Principal } from "./principal.js";
import { created, updated } from "./resource-answers.js";
import { columnOf, type Fields, type Row, rowsOf, toColumn } from "./resource-rows.js";

type ResourceOptions<Shape extends Fields> = {
  readonly kind: KindWith<"create"> & KindWith<"update"> & KindWith<"delete">;
  readonly path: `/${string}`;
  /** The fields of the resource in the order of its body. Each has a column. */
  readonly schema: z.ZodObject<Shape>;
  /** The name of the table, which is the kind by default. */
  readonly table?: string;
  /** The fields that order lists; the id by default. All must be numbers or booleans, and unique together. */
  readonly order?: readonly (keyof Shape & string)[];
  readonly isDescending?: boolean;
  /** The field that is a parameter of the path, for example `petId` of `/pets/:petId/notes`. */
  readonly parent?: keyof Shape & string;
  /** The field with the time of the last change. */
  readonly touched?: keyof Shape & string;
  /** Selects the rows that a reader may see; all by default. */
  readonly seenBy?: (reader: Principal | undefined) => Prisma.Sql;
};

export type ResourceDeps = { readonly database: Pick<Database, "reads">; readonly cursors: Cursors };

type Params = Readonly<Record<string, number>>;
type Page = {
  readonly query: { readonly limit: number; readonly cursor?: string | undefined };
  readonly params?: Params;
};
/** Ensures that a list of `resource()` has no filters: a parameter that would be ignored does not compile. */
type WithoutFilters<Query> = { readonly [Name in Exclude<keyof Query, "limit" | "cursor">]: never };
type ById = { readonly params: Params };
type Conditional = { readonly headers: { readonly "if-match": string | undefined } };
type Change = Pick<MutationContext, "tx" | "record">;

/** How a change locks its row. Other rows may still refer to a row that is only updated. */
const locks = { nothing: Prisma.empty, update: Prisma.sql`FOR NO KEY UPDATE`, deletion: Prisma.sql`FOR UPDATE` };

/**
 * Builds the usual operations of a resource whose table has a column for each field and no other rules. An operation
 * with other rules is written separately. Names of fields and tables come from the code, never from a request.
 */
export const resource = <Shape extends Fields>(
  { database, cursors }: ResourceDeps,
  { kind, path, schema, table = kind, order = ["id"], parent, touched, ...options }: ResourceOptions<Shape>,
) => {
  const { seenBy = () => Prisma.sql`true`, isDescending = false } = options;
  const { shape } = schema;
  const noun = kind.replaceAll("_", " ");
  const { columns, toOne } = rowsOf(schema);
  const from = Prisma.raw(table);
  const orderColumns = order.map((field) => Prisma.raw(columnOf(field)));
  const given = (body: object) => Object.entries(body).filter(([, value]) => value !== undefined);
  const ofParent = (params: Params = {}) =>
    parent === undefined
      ? []
      : [{ column: Prisma.raw(columnOf(parent)), value: Prisma.sql`${params[parent]}::bigint` }];
  const pathOf = (params: Params = {}) =>
    parent === undefined ? path : path.replace(`:${parent}`, String(params[parent]));
  const idIn = ({ params }: ById): number => Object.entries(params).find(([name]) => name !== parent)?.[1] ?? 0;

  const find = async (
    db: Pick<Transaction, "$queryRaw">,
    request: ById,
    { seen = Prisma.sql`true`, lock = locks.nothing } = {},
  ) => {
    const id = idIn(request);
    const isOfParent = ofParent(request.params).map(({ column, value }) => Prisma.sql`AND ${column} = ${value}`);
    const [row] = await db.$queryRaw<Row[]>`
      SELECT ${columns} FROM ${from} WHERE id = ${id}::bigint AND ${seen} ${Prisma.join([Prisma.empty, ...isOfParent], " ")} ${lock}`;
    if (row === undefined) throw notFound(noun, id);
    return toOne(row);
  };

  const lock = async (tx: Transaction, request: ById & Conditional, mode: keyof typeof locks) => {
    const one = await find(tx, request, { lock: locks[mode] });
    requireMatch(request.headers["if-match"], noun, one);
    return one;
  };

  return {
    find,
    lock,

    list: async <Query extends Page["query"]>(
      { query, params }: { readonly query: Query & WithoutFilters<Query>; readonly params?: Params },
      _flow?: Flow,
      reader?: Principal,
    ) => {
      const listing = {
        select: columns,
        from,
        within: ofParent(params),
        where: [seenBy(reader)],
        order: { columns: orderColumns, isDescending },
      };
      const { rows, headers } = await readPage<Row>(
        { pool: database.reads.pool, cursors },
        { path: `${BASE_PATH}${pathOf(params)}`, filters: [], limit: query.limit, cursor: query.cursor },
        {
          listing,
          keyOf: (row) =>
            order.map((field) => (row[field] === true || row[field] === false ? row[field] : Number(row[field]))),
        },
      );
      return { status: 200, body: rows.map(toOne), headers } as const;
    },

    get: async (request: ById, _flow?: Flow, reader?: Principal) =>
      ({ status: 200, body: await find(database.reads.db, request, { seen: seenBy(reader) }) }) as const,

    create: async ({ body, params }: { readonly body: object; readonly params?: Params }, { tx, record }: Change) => {
      const fields = given({ ...params, ...body });
      const names = Prisma.raw(fields.map(([field]) => columnOf(field)).join(", "));
      const values = Prisma.join(fields.map(([field, value]) => toColumn(shape[field], value)));
      const [row = {}] = await tx.$queryRaw<Row[]>`
        INSERT INTO ${from} (${names}) VALUES (${values}) RETURNING ${columns}`;
      const one = toOne(row);
      record(creationOf(kind, one));
      return created(pathOf(params), one);
    },

    update: async (request: ById & Conditional & { readonly body: object }, { tx, record }: Change) => {
      const before = await lock(tx, request, "update");
      const changes = given(request.body)
        .filter(([field, value]) => !isDeepStrictEqual((before as Row)[field], value))
        .map(([field, value]) => Prisma.sql`${Prisma.raw(columnOf(field))} = ${toColumn(shape[field], value)}`);
      if (changes.length === 0) return updated(before);
      if (touched !== undefined) changes.push(Prisma.sql`${Prisma.raw(columnOf(touched))} = clock_timestamp()`);
      const [row = {}] = await tx.$queryRaw<Row[]>`
        UPDATE ${from} SET ${Prisma.join(changes)} WHERE id = ${before.id}::bigint RETURNING ${columns}`;
      const after = toOne(row);
      if (!isDeepStrictEqual(before, after)) record(updateOf(kind, before, after));
      return updated(after);
    },

    delete: async (request: ById & Conditional, { tx, record }: Change) => {
      const before = await lock(tx, request, "deletion");
      await tx.$executeRaw`DELETE FROM ${from} WHERE id = ${before.id}::bigint`;
      record(deletionOf(kind, before));
      return { status: 204, body: undefined } as const;
    },
  };
};
