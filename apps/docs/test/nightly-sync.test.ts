import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@petstore/contract";
import { BASE_PATH, DOCS_PATH } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../../web/test/support/service.js";
import { buildSite } from "../src/site.js";
import { compile, examplesOf, moduleOf, runModule } from "./support/run-blocks.js";

const blocks = buildSite().pages.find(({ href }) => href === `${DOCS_PATH}/nightly-sync`)?.blocks ?? [];

describe("the nightly sync of the guide", () => {
  let service: Service;
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(import.meta.dirname, "..", "dist", "sync-"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "sync.ts"), moduleOf(examplesOf(blocks, "ts", "text")));
    const [started] = await Promise.all([startService({ WEB_DIR: "none" }), compile(folder)]);
    service = started;
  });
  afterAll(() => Promise.all([service.stop(), rm(folder, { recursive: true, force: true })]));

  it("creates each animal once, even if it is killed twice while it sends", async () => {
    const env = { API: service.address + BASE_PATH, KEY: service.key };
    const { orThrow } = createClient({ baseUrl: env.API, apiKey: env.KEY });
    const count = async () => (await orThrow.inventory.getInventory()).byStatus.available;
    const atFirst = await count();
    const killed: number[] = [];
    for (const least of [1, 1_001]) {
      const child = spawn(process.execPath, [join(folder, "sync.js")], { env: { PATH: process.env["PATH"], ...env } });
      while ((await count()) - atFirst < least) await sleep(5);
      child.kill("SIGKILL");
      await once(child, "exit");
      killed.push((await count()) - atFirst);
    }
    expect(killed[0]).toBeLessThan(2_500);
    const outputs = await runModule(join(folder, "sync.js"), { ...env });
    expect(outputs.find((output) => output.includes("unchanged"))).toContain("unchanged: 2500");
    // The guide deletes one of the animals at its end.
    expect((await count()) - atFirst).toBe(2_499);
  });
});
