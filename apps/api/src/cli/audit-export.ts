import { AuditEvent } from "@petstore/contract/routes";
import type { Command } from "commander";
import { auditEventColumns, type AuditEventRow, toAuditEvent } from "../audit/audit-event-row.js";
import { streamRows } from "../database/stream-rows.js";
import { Prisma } from "../generated/client.js";
import { dayOf } from "./audit-dates.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { OWNER_ONLY, writeOutput } from "./output-file.js";
import type { Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { plural } from "./words.js";

type Span = { from?: Date; before?: Date };
type ExportOptions = Span & { force?: boolean };

const eventsIn = ({ from, before }: Span) => Prisma.sql`SELECT ${auditEventColumns} FROM audit_event
  WHERE at >= ${from ?? new Date(0)} AND at < coalesce(${before ?? null}::timestamptz, 'infinity') ORDER BY at, id`;

/** Writes one event per line, in the form that the API returns. */
const jsonLines = {
  head: "",
  linesOf: (rows: readonly AuditEventRow[]) =>
    rows.map((row) => `${JSON.stringify(toAuditEvent(row) satisfies AuditEvent)}\n`).join(""),
};

const exportTrail = (shell: Shell, file: string, { force = false, ...span }: ExportOptions): Promise<void> =>
  withStore(shell, ({ pool }) =>
    writeOutput(shell, file, {
      unit: "events",
      isForced: force,
      mode: OWNER_ONLY,
      produce: (write, onRows) =>
        streamRows(pool, write, { signal: shell.signal, onRows, rows: eventsIn(span), format: async () => jsonLines }),
      report: (events, time) => ({ text: `Exported ${plural(events, "event")} in ${time}.`, json: { file, events } }),
    }),
  );

const help = `
One JSON object a line, the oldest event first, with the fields of GET /v1/audit-events. All
events come from one snapshot, however long the export takes. The file names people and their
addresses: only its owner may read it.

Examples:
  petstore audit export 2025.jsonl --from 2025-01-01 --before 2026-01-01
  petstore audit export - --before 2026-01-01 | gzip > before-2026.jsonl.gz`;

export const addAuditExport = (audit: Command, shell: Shell): void => {
  audit
    .command("export")
    .summary("write the audit trail to a file of JSON lines")
    .description("Writes the events of the audit trail to a file of JSON lines.")
    .argument("<file>", "the file to write, or - for standard output")
    .option("--from <date>", "only events on or after this day, in UTC", dayOf)
    .option("--before <date>", "only events before this day, in UTC", dayOf)
    .option("--force", "overwrite an existing file")
    .addOption(jsonOption(`a JSON object: file, events. For -, the JSON lines: ${fieldsOf(AuditEvent)}`))
    .addHelpText("after", help)
    .action((file: string, options: ExportOptions) => exportTrail(shell, file, options));
};
