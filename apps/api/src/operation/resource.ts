import { isDeepStrictEqual } from "node:util";
import { BASE_PATH } from "@petstore/contract/routes";
import type * as z from "zod";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Database } from "../database/open-database.js";
import { type LockedModel, type LockStrength, lockRow } from "../database/lock-row.js";
import { notFound } from "../errors.js";
import type { Cursors } from "./listing/cursors.js";
import { readModelPage } from "./listing/model-page.js";
import type { Delegate } from "./delegate.js";
import { creationOf, deletionOf, type KindWith, updateOf } from "./audit-trail.js";
import { requireMatch } from "./if-match.js";
import type { MutationContext, Transaction } from "./operation.js";
import { putBackRows } from "./put-back-rows.js";
import type { Principal } from "./principal.js";
import { created, updated } from "./resource-answers.js";
import { type Fields, type Row, shapeRow } from "./shape-row.js";

type ResourceOptions<Shape extends Fields> = {
  readonly kind: KindWith<"create"> & KindWith<"update"> & KindWith<"delete">;
  /** The model of the rows. It has a field for each field of the schema. */
  readonly model: LockedModel;
  /** Returns an object that reads and writes the rows, if the model alone cannot. */
  readonly delegate?: (tx: Transaction) => Delegate;
  readonly path: `/${string}`;
  /** The fields of the resource, in the order in which its body has them. The model has all of them. */
  readonly schema: z.ZodObject<Shape>;
  /**
   * The fields by which lists are ordered; the id by default. They must be numbers or booleans, and unique together.
   */
  readonly order?: readonly (keyof Shape & string)[];
  readonly isDescending?: boolean;
  /** The field that is also a parameter of the path, for example `petId` in `/pets/:petId/notes`. */
  readonly parent?: keyof Shape & string;
  /** The field that contains the time of the last change. */
  readonly touched?: keyof Shape & string;
  /** Returns conditions on flags for the rows that a reader may see. By default all rows are visible. */
  readonly seenBy?: (reader: Principal | undefined) => Readonly<Record<string, boolean>>;
};

export type ResourceDeps = { readonly database: Pick<Database, "reads">; readonly cursors: Cursors };

type Params = Readonly<Record<string, number>>;
type Page = {
  readonly query: { readonly limit: number; readonly cursor?: string | undefined };
  readonly params?: Params;
};
/** Ensures that a list of `resource()` has no filters. A parameter that would be ignored is a compile error. */
type WithoutFilters<Query> = { readonly [Name in Exclude<keyof Query, "limit" | "cursor">]: never };
type ById = { readonly params: Params };
type Conditional = { readonly headers: { readonly "if-match": string | undefined } };
type Change = Pick<MutationContext, "tx" | "record">;
/** A row as it is under its lock, and the time of the lock by the database's clock. */
type Locked<One> = { readonly one: One; readonly lockedAt: Date };

/**
 * Builds the usual operations of a resource whose model has all fields and that has no further rules. An operation with
 * further rules is written separately.
 */
export const resource = <Shape extends Fields>(
  { database, cursors }: ResourceDeps,
  { kind, model, path, schema, order = ["id"], parent, touched, ...options }: ResourceOptions<Shape>,
) => {
  const { seenBy = () => ({}), isDescending = false } = options;
  // The cast is needed because the models have no type in common.
  const rowsIn = options.delegate ?? ((tx: Transaction) => tx[model] as unknown as Delegate);
  const noun = kind.replaceAll("_", " ");
  const toOne = shapeRow(schema);
  const ofParent = (params: Params = {}) => (parent === undefined ? {} : { [parent]: params[parent] });
  const pathOf = (params: Params = {}) =>
    parent === undefined ? path : path.replace(`:${parent}`, String(params[parent]));
  const idIn = ({ params }: ById): number => Object.entries(params).find(([name]) => name !== parent)?.[1] ?? 0;

  const find = async (tx: Transaction, request: ById, seen: object = {}) => {
    const id = idIn(request);
    const row = await rowsIn(tx).findFirst({ where: { id, ...ofParent(request.params), ...seen } });
    if (row === null) throw notFound(noun, id);
    return toOne(row);
  };

  type One = ReturnType<typeof toOne>;

  /** @throws AppError 404, 412 */
  const lock = async (tx: Transaction, request: ById & Conditional, strength: LockStrength): Promise<Locked<One>> => {
    const id = idIn(request);
    const lockedAt = await lockRow(tx, model, id, strength);
    if (lockedAt === undefined) throw notFound(noun, id);
    const one = await find(tx, request);
    requireMatch(request.headers["if-match"], noun, one);
    return { one, lockedAt };
  };

  /** Changes a row that is locked. */
  const change = async ({ one: before, lockedAt }: Locked<One>, body: object, { tx, record }: Change) => {
    const changes = Object.entries(body).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual((before as Row)[field], value),
    );
    if (changes.length === 0) return updated(before);
    const data = { ...Object.fromEntries(changes), ...(touched !== undefined && { [touched]: lockedAt }) };
    const after = toOne(await rowsIn(tx).update({ where: { id: before.id }, data }));
    if (!isDeepStrictEqual(before, after)) record(updateOf(kind, before, after));
    return updated(after);
  };

  /** Deletes a row that is locked. */
  const remove = async ({ one: before }: Locked<One>, { tx, record }: Change) => {
    await rowsIn(tx).delete({ where: { id: before.id }, select: { id: true } });
    record(deletionOf(kind, before));
    return { status: 204, body: undefined } as const;
  };

  return {
    find,
    lock,
    change,
    remove,
    putBack: putBackRows({
      kind,
      model,
      rowsIn,
      toOne,
      written: Object.keys(schema.shape).filter((field) => field !== "id" && field !== touched),
      touched,
    }),

    list: async <Query extends Page["query"]>(
      { query, params }: { readonly query: Query & WithoutFilters<Query>; readonly params?: Params },
      _flow?: Flow,
      reader?: Principal,
    ) => {
      const { rows, headers } = await readModelPage(
        cursors,
        { path: `${BASE_PATH}${pathOf(params)}`, filters: [], limit: query.limit, cursor: query.cursor },
        {
          model: rowsIn(database.reads.db),
          where: { ...ofParent(params), ...seenBy(reader) },
          order,
          isDescending,
        },
      );
      return { status: 200, body: rows.map(toOne), headers } as const;
    },

    get: async (request: ById, _flow?: Flow, reader?: Principal) =>
      ({ status: 200, body: await find(database.reads.db, request, seenBy(reader)) }) as const,

    create: async ({ body, params }: { readonly body: object; readonly params?: Params }, { tx, record }: Change) => {
      const one = toOne(await rowsIn(tx).create({ data: { ...params, ...body } }));
      record(creationOf(kind, one));
      return created(pathOf(params), one);
    },

    update: async (request: ById & Conditional & { readonly body: object }, context: Change) =>
      change(await lock(context.tx, request, "update"), request.body, context),

    delete: async (request: ById & Conditional, context: Change) =>
      remove(await lock(context.tx, request, "deletion"), context),
  };
};
