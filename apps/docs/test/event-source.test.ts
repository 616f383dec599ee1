import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@petstore/contract";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasBrowser } from "./support/browser.js";

const [service, key] = [inject("docsAddress"), inject("docsKey")];

/**
 * Starts a server of an integrator, which serves a page and adds the key to the stream. The page itself never has the
 * key.
 */
const startProxy = async (): Promise<{
  readonly server: Server;
  readonly origin: string;
  readonly resumed: string[];
}> => {
  const resumed: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/events") !== true) {
      response.setHeader("content-type", "text/html").end("<!doctype html><title>Shop</title>");
      return;
    }
    const cursor = request.headers["last-event-id"];
    if (cursor !== undefined) resumed.push(String(cursor));
    const leaving = new AbortController();
    const { signal } = leaving;
    response.on("close", () => leaving.abort());
    const headers = {
      authorization: `Bearer ${key}`,
      accept: "text/event-stream",
      ...(cursor !== undefined && { "last-event-id": String(cursor) }),
    };
    const pass = async () => {
      const { status, headers: given, body } = await fetch(`${service}/v1${request.url}`, { headers, signal });
      response.writeHead(status, { "content-type": given.get("content-type") ?? "" });
      for await (const chunk of body ?? []) response.write(chunk);
      response.end();
    };
    pass().catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, resumed };
};

describe.skipIf(!hasBrowser)("the EventSource of a browser, by a server that adds the key", () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    proxy = await startProxy();
  });
  afterAll(() => {
    proxy.server.closeAllConnections();
    proxy.server.close();
  });

  it("gets each event once and in order, also after its connection was cut", async () => {
    const client = createClient({ baseUrl: `${service}/v1`, apiKey: key });
    const after = (await client.orThrow.events.listEvents({ query: { after: "now" } })).next;
    const browser = await chromium.connect(inject("docsBrowser") ?? "");
    const page = await browser.newPage();
    await page.goto(proxy.origin);
    await page.evaluate((cursor) => {
      const names: string[] = [];
      const source = new EventSource(`/events?after=${cursor}&types=pet.created`);
      source.addEventListener("pet.created", ({ data }) => names.push(JSON.parse(data).after.name));
      Object.assign(globalThis, { names, source });
    }, after);
    const add = async (...names: string[]) => {
      for (const name of names) await client.orThrow.pets.createPet({ body: { name, categoryId: 1 } });
    };
    // The other guides create pets at the same time, so only the names of this test count.
    const seen = async () => (await page.evaluate<string[]>("names")).filter((name) => name.startsWith("In a browser"));
    await add("In a browser 1", "In a browser 2");
    await expect.poll(seen).toEqual(["In a browser 1", "In a browser 2"]);
    proxy.server.closeAllConnections();
    await add("In a browser 3");
    await expect.poll(seen, { timeout: 20_000 }).toEqual(["In a browser 1", "In a browser 2", "In a browser 3"]);
    expect(proxy.resumed).toEqual([expect.stringMatching(/^[0-9a-f]{8,16}-\d+$/)]);
    await page.close();
  });
});
