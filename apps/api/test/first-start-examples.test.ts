import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readHttpFile } from "./support/http-file.js";
import { keyOf, type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";

// What a reader runs after `npm start`: the real first start, with the ids of its sample pets, its key and its owner.

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

/** The commands of the README's tour, without the exports of the address and the key. */
const [, tour = ""] = /^## A tour\n\n```sh\n([^]*?)^```$/m.exec(read("README.md")) ?? [];
const commands = tour.replace(/^export .*\n/gm, "");

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

let service: ServiceProcess;
let address: string;
beforeEach(async () => {
  service = startServiceProcess({});
  address = await service.address();
});
afterEach(() => stopServiceProcess(service));

describe("a first start", () => {
  it.runIf(hasCurl)("answers each command of README.md as the README says", async () => {
    // Each response ends in its status, on a line of its own.
    const script = `curl() { command curl -sS -w '\\n%{http_code}\\n' "$@"; }\n${commands}`;
    const { PATH = "" } = process.env;
    const env = { PATH, KEY: keyOf(service), API: `${address}/v1` };
    const { stdout } = await promisify(execFile)("bash", ["--norc", "-euc", script], { env, maxBuffer: 2 ** 24 });
    const statuses = stdout.match(/^[1-5]\d\d$/gm) ?? [];
    expect(statuses.length).toBe(commands.match(/^curl /gm)?.length);
    const [refused, ...others] = statuses.filter((status) => Number(status) >= 300);
    expect([refused, others]).toEqual(["400", []]);
    const [, refusal = ""] = /^# (\{"code".*\})$/m.exec(commands) ?? [];
    expect(stdout).toContain(`${refusal}\n400`);
    expect(stdout).toContain('{"done":1,"left":[]}');
  });

  it("answers each request of petstore.http, sent from top to bottom", async () => {
    const requests = readHttpFile(read("docs/http/petstore.http"), {
      baseUrl: `${address}/v1`,
      apiKey: keyOf(service),
    });
    const failed: string[] = [];
    for (const { name, method, url, headers, body } of requests) {
      const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
      const text = await response.text();
      if (response.status >= 300) failed.push(`${name} ${response.status}`);
      if (name === "changePets") expect(text).toBe('{"done":2,"left":[]}');
    }
    expect(requests.length).toBeGreaterThan(30);
    // No sample category has the 10,000 pets that are moved in steps; the file says so.
    expect(failed).toEqual(["getCategoryMerge 404"]);
  });
});
