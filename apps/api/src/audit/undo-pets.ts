import type { BulkPetChange, BulkPetResult, LeftByUndo, Pet, PetFields } from "@petstore/contract/routes";
import type { Query, StoredId } from "../database/query.js";
import type { RecordChange } from "../operation/audit-trail.js";
import { findCategories } from "../pets/store/lock-categories.js";
import { findReserved } from "../pets/store/lock-pets.js";
import type { Transaction } from "../operation/operation.js";

/** The operation `changePets`, because an undo changes pets in the same way as a client. */
export type ChangePets = (
  input: { readonly query: { readonly partial: true }; readonly body: BulkPetChange[] },
  context: { readonly tx: Transaction; readonly record: RecordChange },
) => Promise<{ readonly body: BulkPetResult }>;

/**
 * A change of a pet by an undo. The undo of a creation has `since`: it deletes the pet only if nothing was added to it
 * after that time.
 */
export type PetUndo = {
  readonly id: number;
  readonly from: PetFields | null;
  readonly to: PetFields | null;
  readonly since?: Date | undefined;
};

/**
 * Finds pets that something other than this action has changed. It looks at the events of the pet and of its profile,
 * notes and photos, and at merges of categories, which move pets.
 */
const touchedSql = `
  SELECT given_id AS id FROM unnest($1::bigint[], $2::timestamptz[]) AS given (given_id, since)
  WHERE (SELECT true FROM pet WHERE pet.id = given_id) AND ((SELECT true FROM audit_event WHERE subject_kind = 'pet' AND subject_id = given_id AND at >= since
      AND action_id IS DISTINCT FROM $3::bigint AND id <> $3::bigint LIMIT 1)
    OR (SELECT true FROM audit_event WHERE subject_kind = 'profile' AND subject_id = given_id AND at >= since
      AND action_id IS DISTINCT FROM $3::bigint LIMIT 1)
    OR (SELECT true FROM note WHERE pet_id = given_id AND updated_at >= since LIMIT 1)
    OR (SELECT true FROM photo WHERE pet_id = given_id AND created_at >= since AND deleted_at IS NULL LIMIT 1)
    OR (SELECT true FROM audit_event WHERE action = 'category.merge' AND at >= since
      AND (after ->> 'into')::bigint = (SELECT category_id FROM pet WHERE pet.id = given_id) LIMIT 1))`;

const findTouched = async (query: Query, undos: readonly PetUndo[], actionId: string): Promise<Set<number>> => {
  const dated = undos.filter(({ since }) => since !== undefined);
  if (dated.length === 0) return new Set();
  const rows = await query<{ id: StoredId }>(touchedSql, [
    dated.map(({ id }) => id),
    dated.map(({ since }) => since),
    actionId,
  ]);
  return new Set(rows.map(({ id }) => Number(id)));
};

type Context = {
  readonly tx: Transaction;
  readonly query: Query;
  readonly record: RecordChange;
  readonly changePets: ChangePets;
};

export const leftPet = (id: number, name: string | null, reason: LeftByUndo["reason"]): LeftByUndo => ({
  subject: { kind: "pet", id },
  name,
  reason,
});

/** Leaves out the id, which states in events contain as well. */
export const fieldsOf = (state: Pet): PetFields => {
  const { id: _, ...fields } = state;
  return fields;
};

const nameOf = ({ from, to }: Pick<BulkPetChange, "from" | "to">) => (from ?? to)?.name ?? null;

/** Adds the order that changed a pet, because staff know the order and can cancel it. */
const withOrders = async (query: Query, left: readonly LeftByUndo[]): Promise<LeftByUndo[]> => {
  const reserved = await findReserved(
    query,
    left.map(({ subject }) => subject.id),
  );
  return left.map((one) => (reserved.has(one.subject.id) ? { ...one, reason: "reserved" } : one));
};

/** @param undos - At most one for each pet. @returns the pets that were not restored */
export const undoPets = async (
  { tx, query, record, changePets }: Context,
  undos: readonly PetUndo[],
  actionId: string,
): Promise<LeftByUndo[]> => {
  const touched = await findTouched(query, undos, actionId);
  const categoryIds = new Set(undos.flatMap(({ to }) => to?.categoryId ?? []));
  const categories = await findCategories(query, [...categoryIds]);
  const left: LeftByUndo[] = [];
  const body = undos.flatMap(({ since: _, ...change }): BulkPetChange[] => {
    const isUnfit = change.to !== null && !categories.has(change.to.categoryId);
    if (!touched.has(change.id) && !isUnfit) return [change];
    left.push(leftPet(change.id, nameOf(change), isUnfit ? "unfit" : "changed"));
    return [];
  });
  if (body.length === 0) return withOrders(query, left);
  const byId = new Map(body.map((change) => [change.id, change]));
  const result = (await changePets({ query: { partial: true }, body }, { tx, record })).body;
  const conflicts = result.left.map(({ id, reason, now }) =>
    leftPet(id, now?.name ?? nameOf(byId.get(id) as BulkPetChange), reason),
  );
  return withOrders(query, [...left, ...conflicts]);
};
