import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { exampleSecret, soldEvent } from "../examples.js";
import type { Pet, WebhookMessage } from "./index.js";
import { verifyWebhook, WebhookVerificationError } from "./index.js";

const message = { type: "pet.updated", timestamp: soldEvent.at, data: soldEvent };
const body = JSON.stringify(message);
const now = () => Math.floor(Date.now() / 1_000);

/** Signs as the specification says, without the library. */
const macOf = (secret: string, id: string, timestamp: number | string, text: string) =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(`${id}.${timestamp}.${text}`)
    .digest("base64")}`;
const signed = (text = body, { secret = exampleSecret, id = "evt_3_3f9a2b07-1042", at = now() } = {}) => ({
  "webhook-id": id,
  "webhook-timestamp": String(at),
  "webhook-signature": macOf(secret, id, at, text),
});
const refusal = async (...given: Parameters<typeof verifyWebhook>) => {
  const error: unknown = await verifyWebhook(...given).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  const { problem, message: text } = error as WebhookVerificationError;
  return [problem, text];
};
const otherSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

// The clock stands still, so that the limit of a message's age can be tested to the second.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("verifyWebhook", () => {
  it.each([
    ["a text", body],
    ["bytes", Buffer.from(body)],
    ["an ArrayBuffer", Uint8Array.from(Buffer.from(body)).buffer],
    ["a part of a buffer", Buffer.from(`xx${body}xx`).subarray(2, -2)],
  ])("returns the message of a body that is %s", async (_, given) => {
    expect(await verifyWebhook(exampleSecret, signed(), given)).toEqual(message);
  });

  it.each([
    ["of fetch", () => new Headers(signed())],
    [
      "of Node.js, in any case",
      () => Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]])),
    ],
    ["of a secret without its prefix", () => signed(body, { secret: exampleSecret.slice("whsec_".length) })],
  ])("reads header fields %s", async (_, fields) => {
    expect(await verifyWebhook(exampleSecret, fields(), body)).toEqual(message);
  });

  it("accepts the signatures of both secrets while the secret is rotated, on either side", async () => {
    const fields = signed();
    const both = [
      macOf(otherSecret, fields["webhook-id"], fields["webhook-timestamp"], body),
      fields["webhook-signature"],
    ];
    const rotated = { ...fields, "webhook-signature": `v1a,other ${both.join(" ")}` };
    for (const secret of [exampleSecret, otherSecret])
      expect(await verifyWebhook(secret, rotated, body)).toEqual(message);
    expect(await verifyWebhook([otherSecret, exampleSecret], fields, body)).toEqual(message);
    expect(await refusal([otherSecret], fields, body)).toEqual([
      "signature",
      expect.stringContaining("no signature matches"),
    ]);
  });

  it.each([-300, 300])("accepts a message that is %i s old, and refuses an older or a later one", async (seconds) => {
    expect(await verifyWebhook(exampleSecret, signed(body, { at: now() - seconds }), body)).toEqual(message);
    const [problem, text] = await refusal(
      exampleSecret,
      signed(body, { at: now() - seconds - Math.sign(seconds) }),
      body,
    );
    expect([problem, text]).toEqual([
      "timestamp",
      expect.stringMatching(/^the message is 301 s .+, more than 300 s; /),
    ]);
    const fields = signed(body, { at: now() - 2 * seconds });
    expect(await verifyWebhook(exampleSecret, fields, body, { toleranceSeconds: 600 })).toEqual(message);
  });

  it.each([
    ["secret", "whsec_!", signed(), body, /^the secret is not whsec_ followed by base64; pass the `secret`/],
    ["secret", "", signed(), body, /createWebhookEndpoint/],
    ["headers", exampleSecret, {}, body, /^the header field webhook-id is missing; pass all fields/],
    ["headers", exampleSecret, { ...signed(), "webhook-signature": undefined }, body, /webhook-signature is missing/],
    ["headers", exampleSecret, { ...signed(), "webhook-timestamp": "now" }, body, /not a number of seconds/],
    ["signature", exampleSecret, { ...signed(), "webhook-id": "evt_4" }, body, /no signature matches; check that/],
    ["signature", exampleSecret, { ...signed(), "webhook-signature": "v1,!" }, body, /no signature matches/],
    ["signature", exampleSecret, signed(), `${body} `, /as it arrived/],
    ["body", exampleSecret, signed(), JSON.parse(body) as string, /before anything parses them/],
    ["body", exampleSecret, signed("[]"), "[]", /is not a webhook message/],
    ["body", exampleSecret, signed("{"), "{", /is not a webhook message/],
  ] as const)("says that the %s is wrong, and what to do", async (problem, secret, fields, given, text) => {
    expect(await refusal(secret, fields, given)).toEqual([problem, expect.stringMatching(text)]);
  });

  it("passes a message of a type that a later version added", async () => {
    const later = JSON.stringify({ ...message, type: "kennel.created" });
    expect(await verifyWebhook(exampleSecret, signed(later), later)).toMatchObject({ type: "kennel.created" });
  });

  it("agrees with the library standardwebhooks on signed and on altered messages", async () => {
    const change = fc.record({
      secret: fc.constantFrom("same", "other"),
      id: fc.constantFrom("msg_1", "msg_2"),
      age: fc.constantFrom(0, 290, 310, -290, -310),
      body: fc.constantFrom("same", "other"),
      signatures: fc.constantFrom("own", "first", "last", "none", "v1a"),
    });
    await fc.assert(
      fc.asyncProperty(change, fc.json(), async (drawn, json) => {
        const secret = `whsec_${randomBytes(32).toString("base64")}`;
        const text = JSON.stringify({ type: "test", timestamp: soldEvent.at, data: json });
        const sentAt = new Date(Date.now() - drawn.age * 1_000);
        const own = new Webhook(secret).sign("msg_1", sentAt, text);
        const list = {
          own,
          first: `${own} v1,AAAA`,
          last: `v1,AAAA ${own}`,
          none: "v1,AAAA",
          v1a: own.replace("v1,", "v1a,"),
        };
        const fields = {
          "webhook-id": drawn.id,
          "webhook-timestamp": String(Math.floor(Number(sentAt) / 1_000)),
          "webhook-signature": list[drawn.signatures],
        };
        const arrived = drawn.body === "same" ? text : `${text} `;
        const used = drawn.secret === "same" ? secret : otherSecret;
        const theirs = await Promise.resolve()
          .then(() => new Webhook(used).verify(arrived, fields))
          .catch(() => "refused");
        expect(await verifyWebhook(used, fields, arrived).catch(() => "refused")).toEqual(theirs);
      }),
      { numRuns: 300 },
    );
  });

  it("uses only features of every runtime, so that it works in Bun, Deno, workers and browsers", async () => {
    const code = readFileSync(new URL("../../dist/client/verify-webhook.js", import.meta.url), "utf8");
    expect(code).not.toMatch(/^import /m);
    const given = { crypto, TextEncoder, TextDecoder, Date, atob };
    const verify = runInNewContext(
      `${code.replaceAll(/^export /gm, "")}\nverifyWebhook`,
      given,
    ) as typeof verifyWebhook;
    expect(await verify(exampleSecret, signed(), body)).toMatchObject(message);
    await expect(verify(exampleSecret, signed(), `${body} `)).rejects.toMatchObject({ problem: "signature" });
  });

  it("signs messages so that the library can verify them", () => {
    expect(new Webhook(exampleSecret).verify(body, signed())).toEqual(message);
  });
});

/** This function is never called: the compiler does this test. */
export const narrow = (sent: WebhookMessage) => {
  if (sent.type === "pet.updated") expectTypeOf(sent.data.after).toEqualTypeOf<Pet | undefined>();
  if (sent.type === "pet.deleted") expectTypeOf(sent.data.before).toEqualTypeOf<Pet | undefined>();
  if (sent.type === "resync") expectTypeOf(sent.data.resync).toEqualTypeOf<true>();
  // @ts-expect-error There is no such type.
  if (sent.type === "pet.upated") return;
  // @ts-expect-error A large event has no states.
  if (sent.type === "pet.created") expectTypeOf(sent.data.after.name);
};
