import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// These tests run .ci/audit.mjs with the real pnpm, against a registry that knows one vulnerability.

const script = fileURLToPath(new URL("../../../.ci/audit.mjs", import.meta.url));
const id = "GHSA-aaaa-bbbb-cccc";
const advisory = {
  ...{ id: 1, title: "SQL injection", severity: "high", vulnerable_versions: "<999.0.0" },
  ...{ url: `https://github.com/advisories/${id}`, cwe: ["CWE-89"], cvss: { score: 8.1, vectorString: "" } },
};

type Advisories = Readonly<Record<string, readonly unknown[]>>;

let folder: string;
const servers: Server[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "petstore-audit-"));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

const startRegistry = async (advisories: Advisories | undefined): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const isAsked = request.url?.endsWith("/advisories/bulk") === true && advisories !== undefined;
      response.writeHead(isAsked ? 200 : 405, { "content-type": "application/json" });
      response.end(JSON.stringify(isAsked ? advisories : {}));
    });
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

type Settings = {
  readonly waivers?: readonly unknown[];
  readonly branch?: string;
  readonly release?: string;
  readonly memory?: string;
};

const audit = async (
  advisories: Advisories | undefined,
  { waivers = [], branch = "main", release = "", memory = join(folder, randomUUID(), "last.json") }: Settings = {},
) => {
  const file = join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(waivers));
  const registry = await startRegistry(advisories);
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, GITHUB_HEAD_REF: "", GITHUB_REF_NAME: branch, RELEASE: release };
    const args = [script, "--waivers", file, "--registry", registry, "--memory", memory];
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
};

const waive = (id: string, until: string) => ({ id, reason: "The service sends no such query.", until });

describe("the dependency audit", () => {
  it("passes while every known vulnerability is waived", async () => {
    const { code, output } = await audit({ pg: [advisory] }, { waivers: [waive(id, "2999-12-31")] });
    expect([code, output]).toEqual([0, expect.stringContaining(" 1 advisories, 1 waived.")]);
  });

  it("fails on a vulnerability of a production package, and when a waiver has expired", async () => {
    const expired = "GHSA-dddd-eeee-ffff";
    const other = { ...advisory, id: 2, url: advisory.url.replace(id, expired) };
    const { code, output } = await audit({ pg: [advisory], zod: [other] }, { waivers: [waive(expired, "2026-01-01")] });
    expect([code, output]).toEqual([1, expect.stringContaining(`pg: high: SQL injection (${id})`)]);
    expect(output).toContain(`(${expired}), fixed in >=999.0.0. Its waiver expired on 2026-01-01.`);
  });

  it("warns if the registry does not answer, and does not fail", async () => {
    expect(await audit(undefined)).toEqual({
      code: 0,
      output:
        "Warning: dependency audit: unknown: the registry's audit endpoint does not answer. No answer is known on this machine.\n",
    });
  });

  it("warns with the date of the last answer", async () => {
    const memory = join(folder, "cache", "last.json");
    await audit({}, { memory });
    const today = new Date().toISOString().slice(0, 10);
    const { code, output } = await audit(undefined, { memory });
    expect([code, output]).toEqual([0, expect.stringContaining(`The last answer on this machine is of ${today}.`)]);
    await writeFile(memory, "{");
    expect((await audit(undefined, { memory })).output).toContain("No answer is known");
  });

  it.each([{ branch: "release/1.4" }, { release: "1" }])(
    "fails a release if the registry does not answer: %j",
    async (one) => {
      const { code, output } = await audit(undefined, one);
      expect([code, output]).toEqual([1, expect.stringContaining("a release needs its answer")]);
    },
  );

  it("passes a release if the registry knows no vulnerability", async () => {
    expect((await audit({}, { release: "1" })).code).toBe(0);
  });
});
