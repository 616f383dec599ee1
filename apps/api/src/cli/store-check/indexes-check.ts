import { problem, type StoreCheck } from "./check.js";
import { withOurTables } from "./our-tables.js";

type Broken = { readonly table: string; readonly index: string; readonly isPartitioned: boolean };

const select = `${withOurTables}
  SELECT quote_ident(ours.name) AS table, quote_ident(relname) AS index, relkind = 'I' AS "isPartitioned"
  FROM pg_index JOIN ours ON indrelid = ours.oid JOIN pg_class ON pg_class.oid = indexrelid
  WHERE NOT (indisvalid AND indisready AND indislive) ORDER BY 1, 2`;

const remedyOf = ({ index, isPartitioned }: Broken): string =>
  isPartitioned
    ? `create the index on each partition that lacks it, then run ALTER INDEX ${index} ATTACH PARTITION …`
    : `run REINDEX INDEX CONCURRENTLY ${index}, or drop the index if no migration creates it`;

export const indexesCheck: StoreCheck = {
  name: "indexes",
  verifies: "Every index is valid and complete.",
  run: async (query) =>
    (await query<Broken>(select, [])).map((broken) =>
      problem(
        `${broken.table}.${broken.index}`,
        "the index is invalid: queries do not use it, and a unique index does not prevent duplicates",
        remedyOf(broken),
      ),
    ),
};
