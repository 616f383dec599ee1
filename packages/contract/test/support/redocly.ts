import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../", import.meta.url));
// The package does not export the path of its program, so this resolves it.
const program = createRequire(import.meta.url)
  .resolve("@redocly/cli/package.json")
  .replace("package.json", "bin/cli.js");

/** Turns off Redocly's reports about its use and its search for a newer version. */
const quiet = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
  NO_COLOR: "1",
};

/** Runs `redocly` with the rules of redocly.yaml. It exits with 1 when it finds something. */
const run = (args: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, env: { PATH: process.env["PATH"], ...quiet }, maxBuffer: 2 ** 28 };
    execFile(process.execPath, [program, ...args, "--config=redocly.yaml"], options, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(`redocly ${args.join(" ")} failed: ${stderr}`));
      else resolve(stdout);
    });
  });

/** Runs `work` with the path of a file that has this value as JSON. */
const withFile = async <Result>(value: unknown, work: (path: string) => Promise<Result>): Promise<Result> => {
  const temporary = await mkdtemp(join(tmpdir(), "petstore-openapi-"));
  const path = join(temporary, "openapi.json");
  await writeFile(path, JSON.stringify(value));
  return work(path).finally(() => rm(dirname(path), { recursive: true }));
};

export type Problem = { readonly ruleId: string; readonly message: string; readonly location: { pointer?: string }[] };

/** The problems that `redocly lint` reports. */
export const lint = (document: unknown): Promise<Problem[]> =>
  withFile(document, async (path) => {
    const { problems } = JSON.parse(await run(["lint", path, "--format=json", "--max-problems=1000"])) as {
      problems: Problem[];
    };
    return problems;
  });

type Verdict = { readonly ruleId: string; readonly impact: string; readonly message: string };
export type Change = {
  readonly path: string;
  readonly impact: string;
  readonly verdicts: Verdict[];
  readonly property?: string;
  readonly base?: { readonly value?: unknown };
  readonly revision?: { readonly value?: unknown };
};

/** The changes that `redocly diff` finds between a file of this package and a document. */
export const changesSince = (released: string, document: unknown): Promise<Change[]> =>
  withFile(document, (path) =>
    withFile({}, async (report) => {
      await run(["diff", released, path, "--format=json", `--output=${report}`]);
      const { changes } = JSON.parse(await readFile(report, "utf8")) as { changes: Change[] };
      return changes;
    }),
  );
