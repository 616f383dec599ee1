import { triggers as dumped } from "../../database/schema-dump.js";
import { storeTables } from "../../database/store-tables.js";

export const tables: readonly string[] = ["_prisma_migrations", ...storeTables];

/**
 * A trigger in state `A` fires for every writer, and one in state `O` for all writers except those that switch triggers
 * off, such as an import.
 */
export type TriggerState = "A" | "O";

/** The triggers that each table, and each of its partitions, must have. */
export const triggers: readonly { readonly table: string; readonly trigger: string; readonly state: TriggerState }[] =
  dumped.map((name) => {
    const [table = "", trigger = "", state] = name.split(/[. ]/);
    return { table, trigger, state: state as TriggerState };
  });
