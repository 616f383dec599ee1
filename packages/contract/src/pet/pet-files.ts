import { initContract } from "@ts-rest/core";
import { actionKeyHeaders } from "../http/action-key.js";
import * as z from "zod";
import { expansionsOf } from "../http/expansions.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { badRow, dogs, frank, frankFields, problemGroup } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import type { RouteMetadata } from "../http/metadata.js";
import { fileHeaders } from "../http/response-headers.js";
import { ATTRIBUTE_COLUMN, csvColumns, WORKBOOK_TYPE } from "./pet-columns.js";
import { MAX_IMPORT_BYTES, PetImport, PetImportDryRun, PetImportResult } from "./pet-import.js";
import { PetQuery } from "./pet-query.js";
import { IMPORT_ANSWER_SECONDS, IMPORT_SECONDS } from "./pet-request-limits.js";
import { Flag } from "../http/rules.js";

const c = initContract();

const counts = { rows: 2, imported: 1, updated: 0, bad: 1, categories: { all: 1, new: 1 } };
const problems = { badRows: [badRow], problems: [problemGroup], moreProblems: 0 };

// British lists have no comma before "and".
const columnList = new Intl.ListFormat("en-GB").format(csvColumns.map((column) => `\`${column}\``));

const { name: _name, categoryId: _categoryId, ...others } = frankFields;
const frankRow = csvColumns.map((column) => (column === "category" ? dogs.name : frank[column]));

/** The filters and the order of `listPets`, without its parameters for paging. */
const ExportQuery = PetQuery.omit({ limit: true, cursor: true, offset: true, expand: true }).extend({
  expand: expansionsOf(["profile"])
    .optional()
    .meta({
      description: `\`profile\` adds the columns \`externalId\` and, for each attribute that the key may see, \`${ATTRIBUTE_COLUMN}\` with its name, as \`importPets\` reads them.`,
      examples: [["profile"]],
    }),
  spreadsheetSafe: Flag.optional().meta({
    description:
      "`true` writes CSV for a spreadsheet program: it begins with a byte order mark, and has an apostrophe before values that would run as formulas. Do not import such a file: the apostrophes would become part of the names. A workbook does not need it, because its texts never run.",
    examples: [true],
  }),
});

/** The routes that import and export pets as CSV; none is published yet. */
export const petFiles = c.router(
  {
    importPets: {
      method: "POST",
      path: "/pets/import",
      summary: "Import pets from a file",
      description: `Creates a pet for each row of a CSV file or a workbook: either all of them or none. Without \`skipBad\`, an error names the first bad rows. If the rows have not been imported after ${IMPORT_SECONDS} seconds, the import is undone and answered with 503: split the file. The answer takes at most ${IMPORT_ANSWER_SECONDS} seconds, because an import may first wait for its body and for its turn.`,
      headers: { ...writeOnceHeaders, ...actionKeyHeaders },
      query: z.strictObject({
        dryRun: Flag.optional().meta({
          description: "`true` checks the whole file, shows its first pets and its bad rows, and creates nothing.",
          examples: [true],
        }),
      }),
      body: PetImport,
      responses: {
        200: PetImportDryRun,
        201: PetImportResult,
        ...errorResponses(400, 403, 409, 413, 415, 422, ...commonErrors),
      },
      metadata: {
        stability: "beta",
        scope: "admin",
        maxBodyBytes: MAX_IMPORT_BYTES,
        // The network may add to the time of the service.
        clientTimeoutMs: (IMPORT_ANSWER_SECONDS + 30) * 1_000,
        statusMeanings: {
          200: "A dry run: what the same request without `dryRun` would do. Bad rows are no error here.",
          201: "The pets were created.",
          400: "The request or the file's header is invalid, the file has too many rows, or rows are bad and `skipBad` is not true; nothing was imported.",
          409: "The first request with this `Idempotency-Key` is still in progress.",
          503: "The service is temporarily unavailable, another import is in progress, or the import took too long; nothing was imported.",
        },
        codes: { 409: ["idempotency_key_in_use"] },
        messages: { invalid_request: "body.source is required" },
        headers: { 200: { "Idempotent-Replayed": replayed }, 201: { "Idempotent-Replayed": replayed } },
        examples: {
          request: {
            shelter: {
              csv: "call,species,outcome\nRex,Dog,Adoption\nMimi,Cat,Died\n",
              source: "shelter.csv",
              columns: { name: "call", category: "species", status: "outcome" },
              statusMap: { Adoption: "sold", Transfer: "pending" },
              skipBad: true,
            },
          },
          200: {
            shelter: {
              ...counts,
              ...problems,
              table: { headerLine: 1, columns: ["call", "species", "outcome"], delimiter: "comma", workbook: null },
              pets: [
                {
                  line: 2,
                  name: "Rex",
                  categoryId: null,
                  categoryName: "Dog",
                  ...others,
                  status: "sold",
                  profile: null,
                },
              ],
              values: [],
              unknownColumns: [],
              changes: { values: 0, pets: 0, first: [] },
            },
          },
          201: { shelter: { ...counts, ...problems } },
        },
      } as const satisfies RouteMetadata,
    },
    exportPets: {
      method: "GET",
      path: "/pets/export",
      summary: "Export pets as a CSV file or a workbook",
      description: `Returns all pets, or those that the filters select, of one snapshot, with the columns ${columnList}: as CSV (RFC 4180, UTF-8), or with \`Accept: ${WORKBOOK_TYPE}\` as an .xlsx workbook. If the export fails after its start, the connection breaks off: a response that ends properly is complete. A client must keep reading: the service closes a connection that makes no progress for 30 seconds, and an export after an hour.`,
      query: ExportQuery,
      responses: {
        200: c.otherResponse({ contentType: "text/csv", body: z.string() }),
        ...errorResponses(400, ...commonErrors),
      },
      metadata: {
        stability: "beta",
        scope: "read",
        // The timeout includes reading the body, which grows with the catalogue.
        clientTimeoutMs: 600_000,
        otherAnswerTypes: {
          [WORKBOOK_TYPE]: {
            description:
              "An .xlsx workbook (ECMA-376) of at most 1,048,575 pets, which `importPets` reads back unchanged. Names, codes and other texts are cells of text, so that a spreadsheet program keeps leading zeros and long numbers; numbers, dates and booleans are cells of their kind, and choices have their labels.",
          },
        },
        statusMeanings: {
          200: "The pets as CSV, or as a workbook.",
          400: "A query parameter is unknown or invalid, or there are too many pets for a workbook.",
          406: `\`Accept\` excludes \`text/csv\` and \`${WORKBOOK_TYPE}\`, the only media types available.`,
        },
        headers: {
          200: fileHeaders("Suggests a name for the file.", "pets.csv"),
        },
        examples: { 200: { file: `${csvColumns.join(",")}\n${frankRow.join(",")}\n` } },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
