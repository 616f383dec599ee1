import type { contract } from "@petstore/contract/routes";
import { includesScope } from "../credentials/scopes.js";
import type { Database } from "../database/open-database.js";
import type { Prisma } from "../generated/client.js";
import type { Input, Operation } from "../operation/operation.js";
import { TextStream } from "../operation/text-stream.js";
import { csv, exportCatalogue, exportColumns } from "./export-catalogue.js";

type ExportPets = typeof contract.pets.exportPets;
type Filters = Omit<Input<ExportPets>["query"], "spreadsheetSafe" | "expand">;

const headers = {
  "Cache-Control": "private, no-store",
  "Content-Disposition": 'attachment; filename="pets.csv"',
};

/** The time limits of the pool hold, unlike for an operator's export: a query that fails them is answered with 503. */
const settings: readonly string[] = [];

/** @param petRows - The query of the filters. */
export const exportPets =
  (
    { database }: { readonly database: Database },
    petRows: (filters: Filters, columns: Prisma.Sql) => Prisma.Sql,
  ): Operation<ExportPets> =>
  async ({ query: { spreadsheetSafe = false, expand, ...filters } }, _flow, reader) => {
    const seen = reader !== undefined && includesScope(reader.scope, "write") ? "all" : "public";
    const profiles = expand && seen;
    const rows = petRows(filters, exportColumns(profiles));
    const body = new TextStream((write, signal) =>
      exportCatalogue(database.pool, write, { signal, rows, settings, profiles, format: csv(spreadsheetSafe) }),
    );
    return { status: 200, headers, body };
  };
