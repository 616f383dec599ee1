import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type SampleLanguage, sampleLanguages } from "../../src/samples/languages.js";
import { compile } from "./run-blocks.js";
import { sampleFolder, type SampleStore } from "./sample-store.js";

const run = promisify(execFile);
const cwd = fileURLToPath(sampleFolder);

type Sample = { readonly name: string; readonly code: string };

type Runner = {
  readonly extension: string;
  /** The folder in which the samples are written. Modules in TypeScript find our client only inside the package. */
  readonly parent: string;
  /** Compiles the samples of a folder and runs them one after the other. */
  readonly start: (folder: string, samples: readonly Sample[], env: NodeJS.ProcessEnv) => Promise<unknown>;
  readonly needs: readonly string[] | undefined;
};

const runCurl: Runner["start"] = (_, samples, env) =>
  run("sh", ["-euc", samples.map(({ code }) => code).join("\n")], { cwd, env, maxBuffer: 2 ** 26 });

const runTypescript: Runner["start"] = async (folder, samples, env) => {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await compile(folder);
  const imports = samples.map(({ name }) => `await import("./${name}.js");`);
  await writeFile(join(folder, "all.mjs"), imports.join("\n"));
  return run(process.execPath, [join(folder, "all.mjs")], { cwd, env, maxBuffer: 2 ** 26 });
};

const runPython: Runner["start"] = (folder, samples, env) => {
  const all = "import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path, run_name='__main__')";
  const files = samples.map(({ name }) => join(folder, `${name}.py`));
  return run("python3", ["-c", all, ...files], { cwd, env, maxBuffer: 2 ** 26 });
};

/** Links all samples into one program, which takes a fiftieth of the time of one program for each. */
const runGo: Runner["start"] = async (folder, samples, env) => {
  const { stdout: unformatted } = await run("gofmt", ["-l", folder]);
  if (unformatted !== "") throw new Error(`gofmt would write these differently:\n${unformatted}`);
  for (const { name, code } of samples) {
    await writeFile(join(folder, `${name}.go`), code.replace("func main()", `func ${name}()`));
  }
  const calls = samples.map(({ name }) => `\t${name}()\n`).join("");
  await writeFile(join(folder, "main.go"), `package main\n\nfunc main() {\n${calls}}\n`);
  await writeFile(join(folder, "go.mod"), "module samples\n\ngo 1.21\n");
  await run("go", ["build", "-o", "samples", "."], { cwd: folder });
  return run(join(folder, "samples"), [], { cwd, env, maxBuffer: 2 ** 26 });
};

const dist = join(import.meta.dirname, "..", "..", "dist");

const runners: Readonly<Record<SampleLanguage, Runner>> = {
  curl: { extension: "sh", parent: tmpdir(), start: runCurl, needs: ["curl", "--version"] },
  typescript: { extension: "ts", parent: dist, start: runTypescript, needs: undefined },
  python: { extension: "py", parent: tmpdir(), start: runPython, needs: ["python3", "--version"] },
  go: { extension: "go", parent: tmpdir(), start: runGo, needs: ["go", "version"] },
};

/** Whether the samples of a language can run here. If not, it says so on stderr. */
export const canRun = (language: SampleLanguage): boolean => {
  const [command, ...args] = runners[language].needs ?? [];
  if (command === undefined || spawnSync(command, args).status === 0) return true;
  process.stderr.write(`The samples in ${sampleLanguages[language].title} are skipped: ${command} was not found.\n`);
  return false;
};

/** Runs the samples of all operations in one language against the store. */
export const runSamples = async (language: SampleLanguage, { requests, env }: SampleStore): Promise<void> => {
  const { extension, parent, start } = runners[language];
  const folder = await mkdtemp(join(parent, `samples-${language}-`));
  const samples = requests.map((request) => ({
    name: request.operationId,
    code: `${sampleLanguages[language].write(request)}\n`,
  }));
  try {
    await Promise.all(samples.map(({ name, code }) => writeFile(join(folder, `${name}.${extension}`), code)));
    await start(folder, samples, { PATH: process.env["PATH"], ...env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
