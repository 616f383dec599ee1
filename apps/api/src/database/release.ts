import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prismaDirectory } from "./migrations.js";

/** What runs: the version of the service, the commit that it was built from, and the schema that it needs. */
export type Release = {
  readonly version: string;
  /** The first 12 hex digits of the commit; absent outside of a release and of a Git checkout. */
  readonly commit?: string;
  /** The date and time of its last migration, such as `20261129115430`. */
  readonly schema: string;
};

const COMMIT_DIGITS = 12;
const SCHEMA_DIGITS = 14;

const readText = (...path: string[]): string | undefined => {
  try {
    return readFileSync(join(...path), "utf8").trim();
  } catch {
    return undefined;
  }
};

/** Reads the commit of a checkout without Git, which a machine that runs the service may not have. */
const commitOfCheckout = (folder: string): string | undefined => {
  const git = join(folder, ".git");
  const head = readText(git, "HEAD") ?? "";
  const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
  if (ref === undefined) return head;
  const packed = readText(git, "packed-refs")
    ?.split("\n")
    .find((line) => line.endsWith(` ${ref}`));
  return readText(git, ...ref.split("/")) ?? packed?.split(" ")[0];
};

/**
 * @param api - The folder `apps/api`. A release has a file `COMMIT` there.
 * @param root - The folder that is a Git checkout, if there is one.
 */
export const readRelease = (
  api = fileURLToPath(new URL("../../", import.meta.url)),
  root = join(api, "..", ".."),
): Release => {
  const { version } = JSON.parse(readFileSync(join(api, "package.json"), "utf8")) as { version: string };
  const commit = readText(api, "COMMIT") ?? commitOfCheckout(root) ?? "";
  const migrations = readdirSync(join(prismaDirectory, "migrations")).filter((name) => /^\d{14}_/.test(name));
  return {
    version,
    ...(/^[0-9a-f]{40,64}$/.test(commit) && { commit: commit.slice(0, COMMIT_DIGITS) }),
    schema: migrations.toSorted().at(-1)?.slice(0, SCHEMA_DIGITS) ?? "none",
  };
};

/** Returns a release as a person reads it, such as `1.2.0 (commit 8a4206c7d1e0, schema 20261129115430)`. */
export const describeRelease = ({ version, commit, schema }: Release): string =>
  `${version} (${commit === undefined ? "" : `commit ${commit}, `}schema ${schema})`;
