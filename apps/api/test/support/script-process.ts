import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeTemporaryFolder } from "./temporary-folder.js";

/** Writes an import of `name` from a module of the build, for a script of `runScript`. */
export const importBuilt = (name: string, module: string): string =>
  `import { ${name} } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "../../dist", module)))};`;

/** Runs an ES module in a separate process. @returns The output, after the process and its children have ended. */
export const runScript = async (script: string): Promise<string> => {
  const folder = await makeTemporaryFolder();
  const path = join(folder, "script.mjs");
  await writeFile(path, script);
  const child = spawn(process.execPath, [path], { stdio: ["ignore", "pipe", "inherit"], timeout: 30_000 });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child, "close");
  await rm(folder, { recursive: true });
  return output.trim();
};
