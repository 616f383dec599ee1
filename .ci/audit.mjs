// This script fails if a package that runs in production has a known vulnerability without a valid waiver in
// .ci/audit-waivers.json. If the registry does not answer, the script cannot know. It then prints a warning with the
// date of the last answer on this machine. On a branch release/* or with RELEASE=1, it fails instead.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { env } from "node:process";
import { parseArgs } from "node:util";
import { pnpm, readJson } from "./pnpm.mjs";

const { values } = parseArgs({
  options: {
    waivers: { type: "string", default: new URL("audit-waivers.json", import.meta.url).pathname },
    registry: { type: "string" },
    // The file is outside the repository, so that a run does not change the working tree, and all clones on the
    // machine share the answer.
    memory: {
      type: "string",
      default: join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "petstore", "last-audit.json"),
    },
  },
});

/** Returns the branch. A CI job often has no branch checked out, but a variable names it. */
const branchOf = () => {
  const named = env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME || env.CI_COMMIT_REF_NAME;
  if (named) return named;
  try {
    return execFileSync("git", ["branch", "--show-current"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
};
const isRelease = () => env.RELEASE === "1" || branchOf().startsWith("release/");

const remember = async () => {
  try {
    await mkdir(dirname(values.memory), { recursive: true });
    await writeFile(values.memory, JSON.stringify({ answeredAt: new Date().toISOString() }));
  } catch (error) {
    console.warn(`Dependency audit: the date of this answer cannot be kept: ${error.message}`);
  }
};

/** @returns {Promise<string>} A sentence that says when the registry last answered. */
const lastAnswer = async () => {
  const { answeredAt } = readJson(await readFile(values.memory, "utf8").catch(() => "")) ?? {};
  if (answeredAt === undefined) return "No answer is known on this machine.";
  return `The last answer on this machine is of ${answeredAt.slice(0, 10)}.`;
};

const waivers = JSON.parse(await readFile(values.waivers, "utf8"));
const registry = values.registry === undefined ? [] : ["--registry", values.registry];
const report = readJson(await pnpm("audit", "--prod", "--json", ...registry));

if (report?.advisories === undefined && isRelease()) {
  console.error(
    `Dependency audit: unknown: the registry's audit endpoint does not answer, and a release needs its answer. ${await lastAnswer()} Try again, or name another with --registry.`,
  );
  process.exitCode = 1;
} else if (report?.advisories === undefined) {
  console.warn(
    `Warning: dependency audit: unknown: the registry's audit endpoint does not answer. ${await lastAnswer()}`,
  );
} else {
  await remember();
  const today = new Date().toISOString().slice(0, 10);
  const advisories = Object.values(report.advisories);
  const judge = ({ github_advisory_id: id, module_name: name, severity, title, patched_versions: patched }) => {
    const waiver = waivers.find((one) => one.id === id);
    const isWaived = waiver !== undefined && today <= waiver.until;
    const expired = waiver === undefined || isWaived ? "" : ` Its waiver expired on ${waiver.until}.`;
    return { isWaived, text: `${name}: ${severity}: ${title} (${id}), fixed in ${patched}.${expired}` };
  };
  const judged = advisories.map(judge);
  const left = judged.filter(({ isWaived }) => !isWaived).map(({ text }) => text);
  const total = report.metadata.totalDependencies;
  console.log(
    `Dependency audit: ${total} packages, ${advisories.length} advisories, ${judged.length - left.length} waived.`,
  );
  for (const line of left) console.error(line);
  if (left.length > 0) {
    console.error("Update the package, or waive it in .ci/audit-waivers.json: { id, reason, until }.");
    process.exitCode = 1;
  }
}
