import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../report.js";
import { packagesOf } from "../servers/packages-of.js";

const folderOf = (name: string) => fileURLToPath(new URL(`../../peers/clients/${name}/`, import.meta.url));
const contract = fileURLToPath(new URL("../../../../packages/contract/", import.meta.url));

/** A client of some service, and a program of ten lines that uses it. */
export type ClientUnderTest = {
  readonly name: string;
  readonly folder: string;
  /** Its declarations need those of Node. */
  readonly needsNodeTypes: boolean;
};

export const tools = folderOf("tools");

/** zod alone is what the types of any client that validates cost. */
export const clients: readonly ClientUnderTest[] = [
  { name: "@petstore/contract/client", folder: folderOf("petstore"), needsNodeTypes: false },
  { name: "zod alone", folder: folderOf("zod"), needsNodeTypes: false },
  { name: "stripe", folder: folderOf("stripe"), needsNodeTypes: true },
  { name: "octokit", folder: folderOf("octokit"), needsNodeTypes: true },
];

const npm = (cwd: string, ...args: string[]) => {
  const { status, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8", shell: process.platform === "win32" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${stderr}`);
};

/** As a consumer gets it: packed, then installed. */
const installContract = async (folder: string) => {
  const packed = await mkdtemp(join(tmpdir(), "petstore-pack-"));
  try {
    npm(contract, "pack", "--pack-destination", packed);
    await rm(join(folder, "node_modules"), { recursive: true, force: true });
    npm(folder, "install", "--no-save", "--no-audit", "--no-fund", join(packed, "petstore-contract-1.0.0.tgz"));
  } finally {
    await rm(packed, { recursive: true });
  }
};

export const installClients = async (report: Report): Promise<void> => {
  for (const folder of [tools, ...clients.map((client) => client.folder)]) {
    if (folder === folderOf("petstore")) continue;
    packagesOf(folder).installPackages(() => report(`installing the packages of ${folder} (once)`));
  }
  report("packing the contract");
  await installContract(folderOf("petstore"));
};
