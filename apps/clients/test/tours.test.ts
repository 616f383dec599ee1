import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createClient } from "@petstore/contract";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTours, type TourResult } from "../src/run-tours.js";
import { type Service, startService } from "../src/service.js";
import { expectedLines } from "../src/tour.js";
import { typescriptClients } from "../src/typescript-clients.js";

/** A client that prints two steps, the second of them wrong, and then stops. */
const failing = {
  command: process.execPath,
  args: ["--eval", `console.log(${JSON.stringify(`${expectedLines[0]}\ncreate: 500`)}); throw new Error("no pet");`],
};

describe("the tour with a TypeScript client", () => {
  let service: Service;
  let results: TourResult[];

  beforeAll(async () => {
    service = await startService();
    results = await runTours([...typescriptClients.map(({ program }) => program), failing], service);
  });
  afterAll(() => service.stop());

  it.each(typescriptClients.map(({ name }, at) => [name, at] as const))("passes with %s", (_name, at) => {
    expect(results[at]).toMatchObject({ lines: expectedLines, failure: undefined });
  });

  it("fails with a client that gets something else", () => {
    expect(results.at(-1)).toMatchObject({ passed: 1, isPassed: false, failure: expect.stringContaining("no pet") });
  });

  it("delivers messages that the library of Standard Webhooks verifies", async () => {
    const client = createClient({ baseUrl: service.baseUrl, apiKey: service.adminKey });
    const server = createServer().listen(0, "127.0.0.1");
    const received = once(server, "request").then(async ([request, response]) => {
      const { headers } = request as IncomingMessage;
      const body = await text(request as IncomingMessage);
      (response as { end(): void }).end();
      return { headers: headers as Record<string, string>, body };
    });
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const made = await client.webhooks.createWebhookEndpoint({ body: { url, types: ["category.created"] } });
    const { secret } = made.status === 201 ? made.body : expect.fail(`POST was answered ${made.status}.`);
    await client.categories.createCategory({ body: { name: "Otters" } });
    const { headers, body } = await received;
    server.close();
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: "category.created",
      data: { after: { name: "Otters" } },
    });
    expect(() => new Webhook(secret).verify(body.replace("Otters", "Badgers"), headers)).toThrow(
      "No matching signature found",
    );
  });
});
