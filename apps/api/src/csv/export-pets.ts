import type { contract } from "@petstore/contract/routes";
import { seenBy } from "../credentials/scopes.js";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Database } from "../database/open-database.js";
import type { Prisma } from "../generated/client.js";
import type { Input, Operation } from "../operation/operation.js";
import type { Principal } from "../operation/principal.js";
import { TextStream } from "../operation/text-stream.js";
import { csv, exportCatalogue } from "./export-catalogue.js";

type ExportPets = typeof contract.pets.exportPets;
type Filters = Omit<Input<ExportPets>["query"], "spreadsheetSafe" | "expand">;

const headers = {
  "Cache-Control": "private, no-store",
  "Content-Disposition": 'attachment; filename="pets.csv"',
};

/**
 * The time limits of the pool apply here, unlike in an export by an operator. A query that exceeds them is answered
 * with 503.
 */
const settings: readonly string[] = [];

/** @param petRows - Returns the query for the filters that the reader may use. */
export const exportPets =
  (
    { database }: { readonly database: Database },
    petRows: (flow: Flow, filters: Filters, reader?: Principal) => Promise<(columns: Prisma.Sql) => Prisma.Sql>,
  ): Operation<ExportPets> =>
  async ({ query: { spreadsheetSafe = false, expand, ...filters } }, flow, reader) => {
    const profiles = expand && seenBy(reader);
    const select = await petRows(flow, filters, reader);
    const body = new TextStream((write, signal) =>
      exportCatalogue(database.pool, write, { signal, select, settings, profiles, format: csv(spreadsheetSafe) }),
    );
    return { status: 200, headers, body };
  };
