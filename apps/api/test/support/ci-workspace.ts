import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

export type Ended = { readonly code: number; readonly output: string };

const run = (folder: string, program: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
    execFile(program, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

export type Package = {
  /** The body of the test file. In its first run, `isFirst` is true. */
  readonly tests: string;
  /** The number of such files in the package; the default is one. */
  readonly files?: number;
  /** The projects of Vitest. Each of them runs the test file, and finds its name in the variable PROJECT. */
  readonly projects?: readonly string[];
  /** The body of a setup that runs before all tests, in Vitest's own process. */
  readonly setup?: string;
  readonly scripts?: Readonly<Record<string, string>>;
};

const module = (body: string) => `
  import { existsSync, writeFileSync } from "node:fs";
  const isFirst = !existsSync(import.meta.filename + ".ran");
  writeFileSync(import.meta.filename + ".ran", "");
  ${body}`;

const configOf = (projects: readonly string[], files: number) => ({
  test: {
    reporters: ["json", join(root, ".ci/unhandled-errors.mjs")],
    outputFile: { json: ".turbo/test-results.json" },
    globalSetup: "setup.js",
    // A new process for each of 21 files would take half a minute.
    isolate: files === 1,
    ...(projects.length > 0 && { projects: projects.map((name) => ({ test: { name, env: { PROJECT: name } } })) }),
  },
});

const writePackage = async (
  folder: string,
  { tests, files = 1, projects = [], setup = "", scripts = { test: "vitest run" } }: Package,
) => {
  await mkdir(join(folder, ".turbo"), { recursive: true });
  await symlink(join(root, "apps/api/node_modules"), join(folder, "node_modules"));
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", name: folder.split("/").at(-1), scripts }),
  );
  await writeFile(join(folder, "vitest.config.js"), `export default ${JSON.stringify(configOf(projects, files))}`);
  await writeFile(join(folder, "setup.js"), module(`export default () => {${setup}};`));
  for (let file = 1; file <= files; file += 1) {
    await writeFile(
      join(folder, `the-${file}.test.js`),
      module(`import { afterAll, describe, expect, it } from "vitest"; ${tests}`),
    );
  }
};

const uncached = { cache: false };

/** Creates a workspace for the programs of `.ci`. The tests of its packages fail in chosen ways. */
export const makeWorkspace = async (folder: string, packages: Readonly<Record<string, Package>>) => {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, packageManager: "pnpm@12.21.0" }));
  await writeFile(
    join(folder, "pnpm-workspace.yaml"),
    "packages: [apps/*]\npmOnFail: ignore\nverifyDepsBeforeRun: false\n",
  );
  await writeFile(
    join(folder, "turbo.json"),
    JSON.stringify({ tasks: { test: uncached, "test:shuffled": uncached, lint: uncached } }),
  );
  await writeFile(join(folder, "pnpm-lock.yaml"), "lockfileVersion: '9.0'\n");
  for (const [name, one] of Object.entries(packages)) await writePackage(join(folder, "apps", name), one);
  return {
    turbo: (...tasks: readonly string[]) =>
      run(folder, "npx", [
        ...["--yes", "pnpm@12.21.0", "exec", join(root, "node_modules/.bin/turbo"), "run", "--continue=always"],
        ...["--summarize=true", ...tasks],
      ]),
    ci: (program: string, ...args: readonly string[]) =>
      run(folder, process.execPath, [join(root, ".ci", program), ...args]),
  };
};
