import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readHttpFile } from "./support/http-file.js";
import { keyOf, type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";

// These tests do what a reader does after `npm start`. They use a real first start, with the ids of its sample pets,
// its key and its owner.

const collection = new URL("../../../docs/http/petstore.http", import.meta.url);

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

/** The commands of the README's tour, each with the response that the README shows after it. */
const examples = [...read("README.md").matchAll(/^```sh\n(curl [^]*?)^```\n\n```http\n([^]*?)\n```$/gm)];

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Builds a pattern in which `…` stands for any text within a line. Further header fields may stand between the lines.
 */
const patternOf = (shown: string) =>
  new RegExp(`^${shown.split("\n").map(escape).join("(?:\\n.*)*?\\n").replaceAll("…", ".*")}$`);

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

let service: ServiceProcess;
let address: string;
beforeEach(async () => {
  service = startServiceProcess({ WEBHOOK_ALLOW: "127.0.0.1" });
  address = await service.address();
});
afterEach(() => stopServiceProcess(service));

describe("a first start", () => {
  it.runIf(hasCurl)("answers each request of the README's tour as the README shows", async () => {
    const { PATH = "" } = process.env;
    const env = { PATH, KEY: keyOf(service), API: `${address}/v1` };
    for (const [, command = "", shown = ""] of examples) {
      const { stdout } = await promisify(execFile)("bash", ["--norc", "-euc", command.replace("curl", "curl -sS")], {
        env,
      });
      expect(stdout.replaceAll("\r", "").trim()).toMatch(patternOf(shown));
    }
    expect(examples).toHaveLength(10);
  });

  it("answers each request of petstore.http, sent from top to bottom", async () => {
    const requests = readHttpFile(read("docs/http/petstore.http"), {
      baseUrl: `${address}/v1`,
      apiKey: keyOf(service),
    });
    const failed: string[] = [];
    for (const { name, method, url, headers, body } of requests) {
      const [, file] = /^< (.*)$/.exec(body ?? "") ?? [];
      const sent = file === undefined ? body : readFileSync(new URL(file, collection));
      const response = await fetch(url, { method, headers, ...(sent !== undefined && { body: sent }) });
      const text = await response.text();
      if (response.status >= 300) failed.push(`${name} ${response.status}`);
      if (name === "changePets") expect(text).toBe('{"done":2,"unchanged":0,"left":[],"unrestored":[]}');
    }
    expect(requests.length).toBeGreaterThan(30);
    // These requests fail on a new store: no sample category has the 10,000 pets that a merge in steps needs, the store
    // has neither the view nor the action of the example, and only a test message was sent. The file says so.
    expect(failed).toEqual([
      "getCategoryMerge 404",
      "getView 404",
      "getAction 404",
      "undoAction 404",
      "stopUndo 404",
      "redeliverWebhook 409",
    ]);
  });
});
