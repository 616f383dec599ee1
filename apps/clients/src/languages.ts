import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
// The generators that need OpenAPI 3.0 get the conversion that the service offers.
// oxlint-disable-next-line no-restricted-imports
import { asOpenApi30 } from "@petstore/contract/routes";
import { forProgenitor } from "./for-progenitor.js";
import { receiverOf } from "./receivers.js";
import type { TourProgram } from "./run-tours.js";

/** A client in another language: how to generate and build it, and the program that uses it. */
export type Language = {
  readonly name: string;
  /** Says what the program learns about a status that the document does not list. */
  readonly unlistedStatus: string;
  /** The file that pins the version of the generator, and where the version is in it. */
  readonly version: { readonly file: string; readonly pattern: RegExp };
  readonly needs: readonly Tool[];
  readonly build: () => Promise<void>;
  readonly program: TourProgram;
  /** The receiver of webhooks from the guide, which is built together with the client. */
  readonly receiver?: TourProgram;
};

/** A command that succeeds if the tool is installed, and a sentence about where to get the tool. */
type Tool = { readonly name: string; readonly probe: readonly string[]; readonly remedy: string };

const OUTPUT_BYTES = 32 * 2 ** 20;
const execute = promisify(execFile);
const root = fileURLToPath(new URL("../languages", import.meta.url));
const document = createRequire(import.meta.url).resolve("@petstore/contract/openapi.json");

const runIn = (folder: string, env: Readonly<Record<string, string>> = {}) => {
  const cwd = join(root, folder);
  return async (command: string, ...args: string[]): Promise<void> => {
    await execute(command, args, { cwd, env: { ...process.env, ...env }, maxBuffer: OUTPUT_BYTES });
  };
};

const buildPython = async () => {
  const bin = join(root, "python/generated/venv/bin");
  // openapi-python-client formats its output with ruff, which it looks for in PATH.
  const run = runIn("python", { PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` });
  await run("python3", "-m", "venv", "generated/venv");
  await run("pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt");
  const output = ["--meta", "none", "--output-path", "generated/petstore", "--overwrite"];
  await writeFile(join(root, "python/generated/receiver.py"), await receiverOf("python"));
  await run("openapi-python-client", "generate", "--path", document, ...output);
};

const buildGo = async () => {
  await mkdir(join(root, "go/generated/petstore"), { recursive: true });
  const run = runIn("go");
  const output = ["-package", "petstore", "-generate", "types,client", "-o", "generated/petstore/petstore.go"];
  await run("go", "tool", "oapi-codegen", ...output, document);
  await run("go", "build", "-o", "generated/tour", ".");
  await mkdir(join(root, "go/generated/receiver"), { recursive: true });
  await writeFile(join(root, "go/generated/receiver/main.go"), await receiverOf("go"));
  await run("go", "build", "-o", "generated/receive", "./generated/receiver");
};

/** Returns the document as OpenAPI 3.0, which the service has at `/openapi.json?version=3.0`. */
const readOpenApi30 = async (): Promise<string> =>
  JSON.stringify(asOpenApi30(JSON.parse(await readFile(document, "utf8")) as object), null, 2);

const buildJava = async () => {
  // Otherwise the generator would leave the classes of an older document in the folder.
  await rm(join(root, "java/generated"), { recursive: true, force: true });
  await mkdir(join(root, "java/generated"));
  await writeFile(join(root, "java/generated/openapi-3.0.json"), await readOpenApi30());
  await runIn("java")("mvn", "--quiet", "--batch-mode", "prepare-package");
};

const buildRust = async () => {
  const folder = join(root, "rust/generated");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "openapi-3.0.json"), forProgenitor(await readOpenApi30()));
  await runIn("rust")("cargo", "build", "--quiet", "--target-dir", "generated/target");
};

export const languages: readonly Language[] = [
  {
    name: "Python: openapi-python-client",
    unlistedStatus: "no parsed value: the program reads content",
    version: { file: "python/requirements.txt", pattern: /openapi-python-client==(\S+)/ },
    needs: [
      {
        name: "Python 3.11 with venv",
        probe: ["python3", "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"],
        remedy: "apt-get install python3 python3-venv, or https://www.python.org",
      },
    ],
    build: buildPython,
    program: { command: "generated/venv/bin/python", args: ["tour.py"], cwd: join(root, "python") },
    receiver: { command: "generated/venv/bin/python", args: ["generated/receiver.py"], cwd: join(root, "python") },
  },
  {
    name: "Go: oapi-codegen",
    unlistedStatus: "no field of its own: the program reads Body",
    version: { file: "go/go.mod", pattern: /oapi-codegen\/v2 v(\S+)/ },
    needs: [{ name: "Go 1.25", probe: ["go", "version"], remedy: "https://go.dev/dl" }],
    build: buildGo,
    program: { command: join(root, "go/generated/tour"), args: [] },
    receiver: { command: join(root, "go/generated/receive"), args: [] },
  },
  {
    name: "Java: openapi-generator (native)",
    unlistedStatus: "ApiException: the program reads its body",
    version: { file: "java/pom.xml", pattern: /openapi-generator-maven-plugin<\/artifactId>\s*<version>([^<]+)/ },
    needs: [
      { name: "Java 17", probe: ["javac", "-version"], remedy: "apt-get install openjdk-17-jdk-headless" },
      { name: "Maven", probe: ["mvn", "--version"], remedy: "apt-get install maven" },
    ],
    build: buildJava,
    // The generated client decodes bodies with the charset of the platform, so this sets UTF-8.
    program: {
      command: "java",
      args: ["-Dfile.encoding=UTF-8", "-cp", ["generated/classes", "generated/lib/*"].join(delimiter), "Tour"],
      cwd: join(root, "java"),
    },
  },
  {
    name: "Rust: progenitor",
    unlistedStatus: "UnexpectedResponse: the program reads its body",
    version: { file: "rust/Cargo.toml", pattern: /progenitor = "=([^"]+)/ },
    needs: [{ name: "Rust 1.88", probe: ["cargo", "--version"], remedy: "https://rustup.rs" }],
    build: buildRust,
    program: { command: join(root, "rust/generated/target/debug/tour"), args: [] },
  },
];

/** Returns the first tool that is not installed on this machine. */
export const findMissingTool = async ({ needs }: Language): Promise<Tool | undefined> => {
  for (const tool of needs) {
    const [command = "", ...args] = tool.probe;
    const isThere = await execute(command, args).then(
      () => true,
      () => false,
    );
    if (!isThere) return tool;
  }
  return undefined;
};

export const nameOf = async ({ name, version: { file, pattern } }: Language): Promise<string> => {
  const version = pattern.exec(await readFile(join(root, file), "utf8"))?.[1];
  if (version === undefined) throw new Error(`languages/${file} does not pin the version of ${name}.`);
  return `${name} ${version}`;
};
