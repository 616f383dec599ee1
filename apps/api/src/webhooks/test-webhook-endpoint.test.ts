import { BlockList } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { testWebhookEndpoint } from "./test-webhook-endpoint.js";

describe("tests of one endpoint that arrive together", () => {
  it("each look up the host name, even after the previous test was refused", async () => {
    const asked: string[] = [];
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const resolve = async (host: string) => {
      asked.push(host);
      await answered;
      return [];
    };
    const webhookTargets = { allowed: new BlockList(), ports: new Set<number>(), resolve };
    const mutation = testWebhookEndpoint({ webhookTargets, log: { info: () => {} } } as never);
    const sendTest = () =>
      mutation.prepare?.({ input: { params: { endpointId: 7 }, headers: {} } } as never, {
        inTurn: () => Promise.resolve({ id: 7, url: "https://shop.example/hook" } as never),
        whenDone: () => {},
      });
    const tests = Promise.allSettled([sendTest(), sendTest()]);
    await turn();
    expect(asked).toEqual(["shop.example"]);
    answer();
    const refused = { status: "rejected", reason: { status: 409 } };
    expect(await tests).toMatchObject([refused, refused]);
    expect(asked).toEqual(["shop.example", "shop.example"]);
  });
});
