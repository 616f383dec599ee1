import { spawnSync } from "node:child_process";
import type { Report } from "../report.js";
import type { Server } from "./servers.js";

/**
 * Builds the competitors that are not written in JavaScript.
 * @returns The competitors that can take part. The report says why others cannot.
 */
export const buildNatives = (competitors: readonly Server[], report: Report): readonly Server[] =>
  competitors.filter(({ title, toolchain }) => {
    if (toolchain === undefined) return true;
    const { command, args, folder } = toolchain;
    report(`building ${title}`);
    const { status, error, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    if (status === 0) return true;
    const reason = error === undefined ? (stderr.trim().split("\n").at(-1) ?? "") : `${command} is not in PATH`;
    report(`${title} is skipped: ${reason}`);
    return false;
  });
