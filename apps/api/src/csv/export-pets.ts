import { type contract, WORKBOOK_TYPE } from "@petstore/contract/routes";
import { seenBy } from "../credentials/scopes.js";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Database } from "../database/open-database.js";
import { invalidAt } from "../errors.js";
import type { Prisma } from "../generated/client.js";
import type { Input, Operation } from "../operation/operation.js";
import type { Principal } from "../operation/principal.js";
import { BodyStream } from "../operation/body-stream.js";
import { csv, exportCatalogue } from "./export-catalogue.js";
import { exportWorkbook, MAX_WORKBOOK_PETS } from "./export-workbook.js";

type ExportPets = typeof contract.pets.exportPets;
type Filters = Omit<Input<ExportPets>["query"], "spreadsheetSafe" | "expand">;

const headersOf = (fileName: string) => ({
  "Cache-Control": "private, no-store",
  "Content-Disposition": `attachment; filename="${fileName}"`,
});

/**
 * The time limits of the pool apply here, unlike in an export by an operator. A query that exceeds them is answered
 * with 503.
 */
const settings: readonly string[] = [];

const refuse = () =>
  invalidAt(
    "header Accept",
    `asks for a workbook, which has at most ${MAX_WORKBOOK_PETS} pets; filter them, or accept text/csv`,
  );

/** @param petRows - Returns the query for the filters that the reader may use. */
export const exportPets =
  (
    { database: { pool } }: { readonly database: Database },
    petRows: (flow: Flow, filters: Filters, reader?: Principal) => Promise<(columns: Prisma.Sql) => Prisma.Sql>,
  ): Operation<ExportPets> =>
  async ({ query: { spreadsheetSafe = false, expand, ...filters }, answerType }, flow, reader) => {
    const profiles = expand && seenBy(reader);
    const select = await petRows(flow, filters, reader);
    const body =
      answerType === WORKBOOK_TYPE
        ? new BodyStream(
            (write, signal) => exportWorkbook(pool, write, { signal, select, settings, profiles, refuse }),
            { type: WORKBOOK_TYPE },
          )
        : new BodyStream((write, signal) =>
            exportCatalogue(pool, write, { signal, select, settings, profiles, format: csv(spreadsheetSafe) }),
          );
    const headers = headersOf(answerType === WORKBOOK_TYPE ? "pets.xlsx" : "pets.csv");
    return { status: 200, headers, body };
  };
