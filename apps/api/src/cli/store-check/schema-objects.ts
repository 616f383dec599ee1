import { triggers as dumped } from "../../database/schema-dump.js";
import { storeTables } from "../../database/store-tables.js";

export const tables: readonly string[] = ["_prisma_migrations", ...storeTables];

/** `A` fires for every writer, and `O` for all except those that switch triggers off, such as an import. */
export type TriggerState = "A" | "O";

/** Every partition must have its table's triggers, too. */
export const triggers: readonly { readonly table: string; readonly trigger: string; readonly state: TriggerState }[] =
  dumped.map((name) => {
    const [table = "", trigger = "", state] = name.split(/[. ]/);
    return { table, trigger, state: state as TriggerState };
  });
