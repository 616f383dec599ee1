import type { Command } from "commander";
import { addAuditExport } from "./audit-export.js";
import { addAuditPrune } from "./audit-prune.js";
import type { Shell } from "./shell.js";

export const addAudit = (program: Command, shell: Shell): void => {
  const audit = program
    .command("audit")
    .summary("export and prune the audit trail")
    .description("Exports the audit trail, and deletes its oldest months.");
  addAuditExport(audit, shell);
  addAuditPrune(audit, shell);
};
