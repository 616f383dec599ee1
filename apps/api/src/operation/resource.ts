import { isDeepStrictEqual } from "node:util";
import { BASE_PATH } from "@petstore/contract/routes";
import * as z from "zod";
import type { Database } from "../database/open-database.js";
import { notFound } from "../errors.js";
import { Prisma } from "../generated/client.js";
import type { Cursors } from "./listing/cursors.js";
import { readPage } from "./listing/paging.js";
import { creationOf, deletionOf, type KindWith, updateOf } from "./audit-trail.js";
import { requireMatch } from "./etag.js";
import type { MutationContext, Transaction } from "./operation.js";
import { created, updated } from "./resource-answers.js";

type Fields = { readonly id: z.ZodType<number> } & Readonly<Record<string, z.ZodType>>;

type ResourceOptions<Shape extends Fields> = {
  readonly kind: KindWith<"create"> & KindWith<"update"> & KindWith<"delete">;
  readonly path: `/${string}`;
  /** The fields of one, in the order of its body: each has a column. */
  readonly schema: z.ZodObject<Shape>;
  /** The name of the table; the kind by default. */
  readonly table?: string;
};

export type ResourceDeps = { readonly database: Pick<Database, "reads">; readonly cursors: Cursors };

type Row = Readonly<Record<string, unknown>>;
type Page = { readonly query: { readonly limit: number; readonly cursor?: string | undefined } };
type ById = { readonly params: Readonly<Record<string, number>> };
type Conditional = { readonly headers: { readonly "if-match": string | undefined } };
type Change = Pick<MutationContext, "tx" | "record">;

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isNumber = (schema: unknown): boolean =>
  schema instanceof z.ZodNullable ? isNumber(schema.unwrap()) : schema instanceof z.ZodNumber;

const valueOf = (schema: z.ZodType | undefined, value: unknown) => {
  if (value instanceof Date) return value.toISOString();
  // pg reads a bigint as text, and Prisma as a BigInt.
  return value !== null && isNumber(schema) ? Number(value) : value;
};

const idIn = ({ params }: ById): number => Object.values(params)[0] ?? 0;

/**
 * The usual operations of a resource whose table has a column for each field and no other rule: what is special about it
 * is an operation of its own. Names of fields and the table are of the code, never of a request.
 */
export const resource = <Shape extends Fields>(
  { database, cursors }: ResourceDeps,
  { kind, path, schema, table = kind }: ResourceOptions<Shape>,
) => {
  type One = z.output<z.ZodObject<Shape>> & { readonly id: number };
  const { shape } = schema;
  const noun = kind.replaceAll("_", " ");
  const columns = Prisma.raw(
    Object.keys(shape)
      .map((field) => `${columnOf(field)} AS "${field}"`)
      .join(", "),
  );
  const from = Prisma.raw(table);
  const toOne = (row: Row): One =>
    Object.fromEntries(Object.keys(shape).map((field) => [field, valueOf(shape[field], row[field])])) as One;
  const given = (body: object) => Object.entries(body).filter(([, value]) => value !== undefined);

  const find = async (db: Pick<Transaction, "$queryRaw">, id: number, lock = Prisma.empty): Promise<One> => {
    const [row] = await db.$queryRaw<Row[]>`SELECT ${columns} FROM ${from} WHERE id = ${id}::bigint ${lock}`;
    if (row === undefined) throw notFound(noun, id);
    return toOne(row);
  };

  const lock = async (tx: Transaction, request: ById & Conditional, mode: Prisma.Sql): Promise<One> => {
    const one = await find(tx, idIn(request), mode);
    requireMatch(request.headers["if-match"], noun, one);
    return one;
  };

  return {
    list: async ({ query }: Page) => {
      const order = { columns: [Prisma.sql`id`], isDescending: false };
      const { rows, headers } = await readPage<Row>(
        { pool: database.reads.pool, cursors },
        { path: `${BASE_PATH}${path}`, filters: [], limit: query.limit, cursor: query.cursor },
        { listing: { select: columns, from, where: [], order }, keyOf: ({ id }) => [Number(id)] },
      );
      return { status: 200, body: rows.map(toOne), headers } as const;
    },

    get: async (request: ById) => ({ status: 200, body: await find(database.reads.db, idIn(request)) }) as const,

    create: async ({ body }: { readonly body: object }, { tx, record }: Change) => {
      const fields = given(body);
      const names = Prisma.raw(fields.map(([field]) => columnOf(field)).join(", "));
      const values = Prisma.join(fields.map(([, value]) => Prisma.sql`${value}`));
      const [row = {}] = await tx.$queryRaw<Row[]>`
        INSERT INTO ${from} (${names}) VALUES (${values}) RETURNING ${columns}`;
      const one = toOne(row);
      record(creationOf(kind, one));
      return created(path, one);
    },

    update: async (request: ById & Conditional & { readonly body: object }, { tx, record }: Change) => {
      const before = await lock(tx, request, Prisma.sql`FOR NO KEY UPDATE`);
      const changes = given(request.body).map(
        ([field, value]) => Prisma.sql`${Prisma.raw(columnOf(field))} = ${value}`,
      );
      if (changes.length === 0) return updated(before);
      const [row = {}] = await tx.$queryRaw<Row[]>`
        UPDATE ${from} SET ${Prisma.join(changes)} WHERE id = ${before.id}::bigint RETURNING ${columns}`;
      const after = toOne(row);
      if (!isDeepStrictEqual(before, after)) record(updateOf(kind, before, after));
      return updated(after);
    },

    delete: async (request: ById & Conditional, { tx, record }: Change) => {
      const before = await lock(tx, request, Prisma.sql`FOR UPDATE`);
      await tx.$executeRaw`DELETE FROM ${from} WHERE id = ${before.id}::bigint`;
      record(deletionOf(kind, before));
      return { status: 204, body: undefined } as const;
    },
  };
};
