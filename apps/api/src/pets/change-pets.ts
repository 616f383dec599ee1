import type { BulkPetResult, contract, Pet, PetConflict, PetFields, UnrestoredFields } from "@petstore/contract/routes";
import {
  claimedBy,
  type Details,
  hasDetails,
  judgeProfile,
  type PlacedChange,
  profileIn,
  readDetails,
  writeDetails,
} from "./change-details.js";
import { restoreNotesOf } from "./store/note-table.js";
import { recordRestoredPhotos } from "./store/photos-of-pets.js";
import { recordDeleted } from "./store/record-deleted.js";
import { lockRows } from "../database/lock-row.js";
import { queryOf } from "../database/query.js";
import type { Config } from "../config/config.js";
import type { Input, MutationContext, Transaction } from "../operation/operation.js";
import { keepUsedCategories } from "./keep-used-categories.js";
import { restorePets, updatePets } from "./store/write-pets.js";
import { applyChange } from "./store/pet-table.js";
import { judgeChange, type PetState, type Verdict } from "./judge-change.js";
import { checkCategories, lockCategories } from "./store/lock-categories.js";
import { lockRestores, readPetStates } from "./pet-states.js";
import { refuseChanges } from "./refuse-changes.js";
import { openDeletedProfiles, restoreProfiles } from "./restore-profiles.js";
import type { Definitions } from "./store/check-values.js";
import { lockExternalIds } from "./store/external-ids.js";
import { openDefinitions } from "./store/write-profiles.js";

type Judged = {
  readonly change: PlacedChange;
  readonly now: PetState["now"];
  /**
   * The pet after the change. A field that the change does not name keeps its value, or the value that the pet had when
   * it was deleted.
   */
  readonly after: Pet | null;
  readonly verdict: Verdict;
  readonly reservedBy: PetState["reservedBy"];
  /** The values of the profile that somebody else has changed in the meantime. */
  readonly clash?: PetConflict["profile"];
};

/** The parts of a change are made together. So a conflict in the profile is a conflict of the whole change. */
const withDetails = (judged: Judged, details: Details | undefined): Judged => {
  const { profile, note, id } = judged.change;
  const isRead = profile === undefined || details !== undefined;
  const verdict = isRead ? judgeProfile(profile, profileIn(details, id)) : "possible";
  if (typeof verdict === "object") return { ...judged, verdict: "changed", clash: verdict.conflict };
  return note !== undefined || verdict === "possible" ? { ...judged, verdict: "possible" } : judged;
};

const afterOf = ({ id, to }: PlacedChange, { now, deleted }: PetState): Pet | null => {
  const base = now ?? deleted;
  return to && base && applyChange({ id, ...base }, to);
};

/** @param details - Undefined if the profiles have not been read yet. A change of a profile then counts as possible. */
const judge = async (
  tx: Transaction,
  changes: readonly PlacedChange[],
  details: Details | undefined,
): Promise<Judged[]> => {
  const states = await readPetStates(
    tx,
    changes.map(({ id }) => id),
  );
  return changes.map((change) => {
    const state = states.get(change.id) as PetState;
    const { now, reservedBy } = state;
    const judged = { change, now, reservedBy, after: afterOf(change, state), verdict: judgeChange(change, state) };
    return isWithoutConflict(judged) && hasDetails(change) ? withDetails(judged, details) : judged;
  });
};

const isPossible = ({ verdict }: Judged) => verdict === "possible";
const conflictOf = ({ change: { id }, now, verdict, clash }: Judged): PetConflict[] =>
  verdict === "done" || verdict === "possible" ? [] : [{ id, reason: verdict, now, profile: clash ?? null }];
const isWithoutConflict = (judged: Judged) => conflictOf(judged).length === 0;

/** @throws AppError if a change has a conflict */
const requireNoConflict = (judged: readonly Judged[]): void => {
  const refused = judged.flatMap(({ change, reservedBy, verdict, clash }) =>
    verdict === "done" || verdict === "possible"
      ? []
      : [{ place: change.place, change, reason: verdict, reservedBy, isOfProfile: clash !== undefined }],
  );
  if (refused.length > 0) throw refuseChanges(refused);
};

/**
 * Returns the categories that the changes assign. Only these must be checked and locked: a category that a pet already
 * has cannot be deleted.
 */
const referencesOf = (some: readonly Judged[]) =>
  some.flatMap(({ change: { place, to }, now, after }) => {
    const categoryId = to?.categoryId ?? (now === null ? after?.categoryId : undefined);
    return categoryId === undefined ? [] : [{ place: `${place}.to.categoryId` as const, categoryId }];
  });

/** A job reserves no memory, because it measures each step before it runs it. */
type Changing = Pick<MutationContext, "tx" | "record"> & Partial<Pick<MutationContext, "memory" | "caller">>;

/** Returns the context of a request. @throws TypeError if a job changes a profile or writes a note */
const asRequest = (context: Changing) => {
  const { memory, caller } = context;
  if (memory === undefined || caller === undefined)
    throw new TypeError("Only a request can change profiles and write notes, and this change belongs to a job.");
  return { ...context, memory, caller };
};

/** @param definitions - Must be locked if the changes will be made. */
const detailsOf = async (context: Changing, changes: readonly PlacedChange[], definitions?: Definitions) =>
  changes.some(({ profile }) => profile !== undefined)
    ? readDetails(asRequest(context), changes, definitions)
    : undefined;

const withId = (id: number, fields: PetFields | null): Pet | null => fields && { id, ...fields };

/**
 * Nothing changes, but the response shows the current state of the pet. So responses must be invalidated that were
 * cached earlier.
 */
const recordSeen = ({ record }: Pick<MutationContext, "record">, { change: { id }, now }: Judged): void => {
  const seen = withId(id, now) ?? { id };
  record({ action: "pet.update", subject: { kind: "pet", id }, before: seen, after: seen });
};

const recordChange = ({ record }: Pick<MutationContext, "record">, { change: { id }, now, after }: Judged): void => {
  const action = now === null ? "pet.restore" : after === null ? "pet.delete" : "pet.update";
  record({ action, subject: { kind: "pet", id }, before: withId(id, now), after });
};

const write = async ({ tx, record, memory }: Changing, judged: readonly Judged[]): Promise<void> => {
  const query = queryOf(tx);
  const deleted = judged.flatMap(({ change: { id, to } }) => (to === null ? [id] : []));
  const petsOf = (some: readonly Judged[]) => some.flatMap(({ after }) => after ?? []);
  await recordDeleted({ tx, record, memory }, deleted);
  if (deleted.length > 0) await tx.pet.deleteMany({ where: { id: { in: deleted } } });
  await updatePets(query, petsOf(judged.filter(({ now }) => now !== null)));
  const restored = petsOf(judged.filter(({ now }) => now === null));
  await restorePets(query, restored);
  const restoredIds = restored.map(({ id }) => id);
  await restoreNotesOf({ tx, record, memory }, restoredIds);
  await recordRestoredPhotos({ tx, record, memory }, restoredIds);
};

/** Judges the changes again under the locks, in the usual order: categories, then profiles, then pets. */
const judgeLocked = async (context: Changing, deps: { readonly config: Config }, candidates: readonly Judged[]) => {
  const { tx, memory } = context;
  const changes = candidates.map((judged) => judged.change);
  // A merge of a category locks the category, and then its pets in any order.
  const sources = candidates.flatMap(({ now }) => now?.categoryId ?? []);
  const registered = await lockCategories(queryOf(tx), deps.config, referencesOf(candidates), sources);
  const restored = changes.filter(({ from }) => from === null).map(({ id }) => id);
  if (restored.length > 0) await lockRestores(tx);
  const claimed = claimedBy(changes);
  const profiles = await openDeletedProfiles({ query: queryOf(tx), memory }, restored, claimed);
  const isProfileChanged = changes.some(({ profile }) => profile !== undefined);
  const definitions = profiles?.definitions ?? (isProfileChanged ? await openDefinitions(queryOf(tx)) : undefined);
  if (profiles === undefined) await lockExternalIds(queryOf(tx), claimed);
  const ids = changes.map(({ id }) => id);
  await lockRows(tx, "pet", ids, changes.some(({ to }) => to === null) ? "deletion" : "update");
  const details = await detailsOf(context, changes, definitions);
  return { registered, profiles, details, locked: await judge(tx, changes, details) };
};

type Route = typeof contract.pets.changePets;

/** The operation in a form that a job can use too, although a job has no caller. */
export type ChangePets = (
  input: Pick<Input<Route>, "query" | "body">,
  context: Changing,
) => Promise<{ readonly status: 200; readonly body: BulkPetResult }>;

export const changePets =
  (deps: { readonly config: Config }): ChangePets =>
  async ({ query: { partial = false, dryRun = false }, body }, context) => {
    const { tx } = context;
    const answer = (
      judged: readonly Judged[],
      written: readonly Judged[] = [],
      unrestored: UnrestoredFields[] = [],
    ) => {
      const isWritten = new Set(written);
      for (const one of judged) (isWritten.has(one) ? recordChange : recordSeen)(context, one);
      const done = judged.filter(isWithoutConflict).length;
      const unchanged = judged.filter(({ verdict }) => verdict === "done").length;
      const left = judged.flatMap(conflictOf);
      const result: BulkPetResult = {
        done,
        unchanged,
        left,
        unrestored,
      };
      return { status: 200, body: result } as const;
    };

    const changes = body.map((change, at) => ({ ...change, place: `body.${at}` as const }));
    const planned = await judge(tx, changes, dryRun ? await detailsOf(context, changes) : undefined);
    await checkCategories(queryOf(tx), deps.config, referencesOf(planned));
    if (!partial) requireNoConflict(planned);
    if (dryRun || !planned.some(isPossible)) return answer(planned);

    const { registered, profiles, details, locked } = await judgeLocked(
      context,
      deps,
      planned.filter(isWithoutConflict),
    );
    if (!partial) requireNoConflict(locked);
    const written = locked.filter(isPossible);
    await keepUsedCategories(context, registered, new Set(written.map(({ after }) => after?.categoryId)));
    await write(context, written);
    const back = new Set(written.filter(({ now }) => now === null).map(({ change: { id } }) => id));
    const restored = profiles && (await restoreProfiles(queryOf(tx), profiles, back));
    const lockedById = new Map(locked.map((judged) => [judged.change.id, judged]));
    const answered = answer(
      planned.map((judged) => lockedById.get(judged.change.id) ?? judged),
      written,
      restored?.unrestored,
    );
    for (const entry of restored?.entries ?? []) context.record(entry);
    const detailed = written.map(({ change }) => change).filter(hasDetails);
    if (detailed.length > 0) await writeDetails(asRequest(context), details, detailed);
    return answered;
  };
