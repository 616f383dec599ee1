import { ATTRIBUTE_COLUMN, type Attribute, csvColumns, type Pet, type Profile } from "@petstore/contract/routes";
import { stringify } from "csv-stringify/sync";
import type pg from "pg";
import { Prisma } from "../generated/client.js";
import type { Seen } from "../operation/principal.js";
import { readDefinitions } from "../pets/store/attribute-table.js";
import { petColumns, type PetRow, toPet } from "../pets/store/pet-table.js";
import { ROW_BYTES } from "../pets/store/pet-bytes.js";
import { BYTE_ORDER_MARK, spreadsheetSafe } from "@petstore/tables";
import { toCell } from "./profile-cells.js";
import { type RowFormat, type RowStream, streamRows } from "../database/stream-rows.js";

type StoredProfile = readonly [
  externalId: string | null,
  valuesById: Readonly<Record<string, unknown>>,
  updatedAt: string,
];

export type ExportRow = { readonly [Name in keyof PetRow]: PetRow[Name] & (string | null) } & {
  readonly category: string | null;
  /** The profile; null for a pet without one. */
  readonly profile?: StoredProfile | null;
};

/**
 * Builds the columns of an export.
 * @param attributes - The attributes of the store; undefined to leave out profiles.
 */
export type ExportFormat = (attributes: readonly Attribute[] | undefined) => RowFormat<ExportRow>;

/** Selects only columns of `pet`, because with a join the planner might read all categories first. */
const columns = Prisma.sql`${petColumns},
  (SELECT name FROM category WHERE category.id = category_id) AS category`;

const profileColumn = Prisma.sql`(SELECT json_build_array(external_id, attributes, updated_at) FROM pet_profile
  WHERE pet_id = id) AS profile`;

/** Returns the columns and expressions that an export selects from `pet`. */
const exportColumns = (profiles: Seen | undefined): Prisma.Sql =>
  profiles === undefined ? columns : Prisma.sql`${columns}, ${profileColumn}`;

/** The size of a row of an export as an SQL expression. Only the profile can be long. */
const exportBytes = Prisma.sql`coalesce((SELECT octet_length(attributes::text) FROM pet_profile
  WHERE pet_id = id), 0) + ${Prisma.raw(String(ROW_BYTES))} AS bytes`;

/**
 * Writes CSV (RFC 4180) with LF.
 * @param isSpreadsheetSafe - Escapes values that a spreadsheet would run as formulas, and begins with a byte order
 * mark, without which Excel does not read the file as UTF-8.
 */
export const csv =
  (isSpreadsheetSafe = false): ExportFormat =>
  (attributes) => {
    const guard = isSpreadsheetSafe ? spreadsheetSafe : (value: string | null) => value;
    // A negative number is not a formula.
    const toValue = (value: unknown) => (typeof value === "number" ? String(value) : guard(toCell(value)));
    const ofPet = (row: ExportRow) => csvColumns.map((column) => guard(row[column]));
    const ofProfile = ({ profile }: ExportRow) =>
      attributes === undefined
        ? []
        : [guard(profile?.[0] ?? null), ...attributes.map(({ id }) => toValue(profile?.[1][id]))];
    const header = attributes && ["externalId", ...attributes.map(({ name }) => ATTRIBUTE_COLUMN + name)];
    return {
      head: (isSpreadsheetSafe ? BYTE_ORDER_MARK : "") + stringify([[...csvColumns, ...(header ?? [])]]),
      // Values that contain a carriage return are quoted. Otherwise a reader would take one at the end of a value for
      // part of the line break.
      linesOf: (rows) =>
        stringify(
          rows.map((row) => [...ofPet(row), ...ofProfile(row)]),
          { quoted_match: /\r/ },
        ),
    };
  };

/** Photos are left out, because another store does not have their files. */
type ExportedProfile = Omit<Profile, "photos">;

const toProfile = (
  attributes: readonly Attribute[],
  [externalId, values, updatedAt]: StoredProfile,
): ExportedProfile => ({
  externalId,
  attributes: Object.fromEntries(
    attributes.flatMap(({ id, name }) => (values[id] === undefined ? [] : [[name, values[id]]])),
  ),
  updatedAt: new Date(updatedAt).toISOString(),
});

const emptyProfile: ExportedProfile = { externalId: null, attributes: {}, updatedAt: null };

/** Writes one pet per line, in the form of the API but without photos. */
export const jsonLines: ExportFormat = (attributes) => {
  const ofProfile = ({ profile }: ExportRow) =>
    attributes && { profile: profile ? toProfile(attributes, profile) : emptyProfile };
  return {
    head: "",
    linesOf: (rows) =>
      rows.map((row) => `${JSON.stringify({ ...(toPet(row) satisfies Pet), ...ofProfile(row) })}\n`).join(""),
  };
};

export type CatalogueExport = Pick<RowStream<ExportRow>, "signal" | "onRows" | "settings" | "limit"> & {
  readonly format: ExportFormat;
  /** The profiles that the reader may see; undefined to leave out profiles. */
  readonly profiles?: Seen | undefined;
  /**
   * Returns a query of the given columns of `pet`, in the order of the export. The default is all pets, ordered by id.
   */
  readonly select: (columns: Prisma.Sql) => Prisma.Sql;
};

/** Writes an export as CSV or in another format. It works as `streamRows` does. */
export const exportCatalogue = (
  pool: pg.Pool,
  write: (text: string) => Promise<void>,
  { format, profiles, select, ...options }: CatalogueExport,
): Promise<number> =>
  streamRows<ExportRow>(pool, write, {
    ...options,
    rows: select(exportColumns(profiles)),
    weights: profiles && select(exportBytes),
    format: async (query) => {
      if (profiles === undefined) return format(undefined);
      return format((await readDefinitions(query)).filter(({ isPublic }) => profiles === "all" || isPublic));
    },
  });
