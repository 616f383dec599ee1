import type { Command } from "commander";
import {
  blockInserts,
  deleteActions,
  dropPartitions,
  findPrunableEvents,
  lockPartitions,
  oldestPartitionEnd,
  type PrunableEvents,
} from "./audit-partitions.js";
import { inTransaction } from "../database/transact.js";
import { OperatorError } from "../config/operator-error.js";
import { type Query, queryOfPool } from "../database/query.js";
import { audited } from "../operation/audit-trail.js";
import { dateText, dayOf, latestPrune } from "./audit-dates.js";
import { confirm } from "./confirm.js";
import { jsonOption } from "./json-option.js";
import { operator } from "./operator.js";
import { print, type Shell } from "./shell.js";
import { untilAborted } from "../database/until-aborted.js";
import { withStore } from "./with-store.js";
import { plural } from "./words.js";

type PruneOptions = { before: Date; yes?: boolean };

const checkDate = (before: Date): void => {
  const latest = latestPrune(new Date());
  if (before <= latest) return;
  throw new OperatorError(
    "conflict",
    `Events of this month and of the three before it cannot be deleted, because statistics count them;`,
    `--before must be ${dateText(latest)} or earlier.`,
  );
};

const stateOf = ({ removed, from, until, end }: PrunableEvents) => ({ removed, from, until, before: end });

const inUse = () =>
  new OperatorError(
    "conflict",
    "Nothing was deleted, because other statements, such as those of an export, are still using the audit trail;",
    "try again once they have finished.",
  );

/** Deletes the events and records the deletion in one transaction, so that the trail says what is missing from it. */
const prune = async (query: Query, before: Date, signal: AbortSignal): Promise<PrunableEvents | undefined> => {
  await lockPartitions(query);
  const found = await findPrunableEvents(query, before);
  if (found === undefined || found.removed === 0) return undefined;
  await blockInserts(query, found.partitions);
  const { result: events } = await audited(query, operator(), async (record) => {
    // Counts again, because events may have been committed before the lock.
    const counted = (await findPrunableEvents(query, before)) ?? found;
    const subject = { kind: "audit_trail", id: null } as const;
    record({ action: "audit_trail.prune", subject, before: null, after: stateOf(counted) });
    return counted;
  });
  await deleteActions(query, events);
  if (!(await dropPartitions(query, events, signal))) throw inUse();
  return events;
};

const spanOf = ({ removed, from, until }: PrunableEvents) =>
  `${plural(removed, "event")}, from ${from?.toISOString()} until ${until?.toISOString()}`;

const printNothing = async (shell: Shell, query: Query, before: Date): Promise<void> => {
  const end = await oldestPartitionEnd(query);
  const oldest =
    end === undefined ? "" : `; its oldest part ends on ${dateText(end)} and can only be deleted as a whole`;
  await print(shell, {
    text: `Nothing was deleted: no month of the audit trail that has ended by ${dateText(before)} contains an event${oldest}.`,
    json: { removed: 0, from: null, until: null, before: null },
  });
};

const pruneTrail = (shell: Shell, { before, yes = false }: PruneOptions): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    checkDate(before);
    const read = queryOfPool(pool);
    const planned = await inTransaction(pool, "BEGIN READ ONLY", (query) => findPrunableEvents(query, before));
    if (planned === undefined || planned.removed === 0) return printNothing(shell, read, before);
    if (!yes) {
      const copy = `\`petstore audit export FILE --before ${dateText(planned.end)}\` writes them to a file first.`;
      await confirm(shell, `This permanently deletes ${spanOf(planned)}.\n${copy}`);
    }
    // The feed usually keeps events for a shorter time than the audit trail. After a short February both may keep them
    // for 90 days, so the events are removed from the feed as well.
    await read("SELECT expire_events($1, 2147483647)", [planned.end], "expire_events");
    // An interruption closes the connection, so that its transaction cannot commit.
    const work = (query: Query) => untilAborted(shell.signal, prune(query, before, shell.signal));
    const removed = await inTransaction(pool, "BEGIN", work);
    if (removed === undefined) return printNothing(shell, read, before);
    await print(shell, { text: `Deleted ${spanOf(removed)}.`, json: stateOf(removed) });
  });

const help = `
The audit trail has a part for each month (UTC). Parts that end by the date are dropped as a
whole, which takes no longer for a million events than for one. A new event in the trail
records how many events were deleted, and from which period. After that, the undo can no
longer restore pets that were deleted in that period.

Examples:
  petstore audit export before-2026.jsonl --before 2026-01-01
  petstore audit prune --before 2026-01-01`;

export const addAuditPrune = (audit: Command, shell: Shell): void => {
  audit
    .command("prune")
    .summary("delete the oldest months of the audit trail")
    .description("Permanently deletes the months of the audit trail that end by a date.")
    .requiredOption("--before <date>", "delete the months that end by this day, in UTC", dayOf)
    .option("--yes", "delete without asking")
    .addOption(jsonOption("a JSON object: removed, from, until, before; needs --yes"))
    .addHelpText("after", help)
    .action((options: PruneOptions) => pruneTrail(shell, options));
};
