import type { Event } from "./generated/types.js";

/** An event in a message. A large event has neither `before` nor `after`, so its subject must be read. */
type SentEvent<One extends Event> = Omit<One, "before" | "after"> & Partial<Pick<One, "before" | "after">>;

type EventMessages = {
  [Type in Event["type"]]: {
    type: Type;
    /** When the event happened, in UTC. */
    timestamp: string;
    /** The event as the feed has it. */
    data: SentEvent<Extract<Event, { type: Type }>>;
  };
};

/** A test, which `testWebhookEndpoint` sends. */
interface TestMessage {
  type: "test";
  timestamp: string;
  data: Record<string, never>;
}

/** The message that events before `data.id` are lost, so the catalogue must be read again. */
interface ResyncMessage {
  type: "resync";
  timestamp: string;
  data: { id: string; resync: true };
}

/**
 * What the service sends to a webhook endpoint. `type` tells what `data` is. A later version of the service may send
 * further types, which a program must expect although this type does not have them.
 */
export type WebhookMessage = EventMessages[Event["type"]] | TestMessage | ResyncMessage;

/** The header fields of a request, as `fetch` or Node.js represent them. */
export type WebhookHeaders = Pick<Headers, "get"> | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The greatest difference between the time of the message and the clock, in seconds; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
}

/** Which part of a message is refused. */
export type WebhookProblem = "secret" | "headers" | "timestamp" | "signature" | "body";

/** A message was refused: answer it with status 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  /** The part that is wrong. `secret` is a mistake of the receiver; the others may be an attack. */
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

const TOLERANCE_S = 300;
const PREFIX = "whsec_";
const encoder = new TextEncoder();

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const importSecret = async (secret: string): Promise<CryptoKey> => {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === undefined || bytes.length === 0) {
    const remedy = "pass the `secret` that createWebhookEndpoint or rotateWebhookSecret has returned";
    throw new WebhookVerificationError("secret", `the secret is not ${PREFIX} followed by base64; ${remedy}`);
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
};

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const found =
    typeof headers.get === "function"
      ? (headers as Pick<Headers, "get">).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value: unknown = Array.isArray(found) ? found[0] : found;
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError("headers", `the header field ${name} is missing; pass all fields of the request`);
};

const checkTime = (timestamp: string, toleranceS: number): void => {
  if (!/^[0-9]{1,15}$/.test(timestamp)) {
    throw new WebhookVerificationError("headers", "webhook-timestamp is not a number of seconds");
  }
  const ageS = Math.floor(Date.now() / 1_000) - Number(timestamp);
  if (Math.abs(ageS) <= toleranceS) return;
  const place = ageS > 0 ? `${ageS} s old` : `${-ageS} s in the future`;
  const remedy = "it may be a replay; if it is not, set the clock of this machine";
  throw new WebhookVerificationError("timestamp", `the message is ${place}, more than ${toleranceS} s; ${remedy}`);
};

/** Compares all bytes, even after a difference, so that the time does not reveal how many of them are right. */
const isEqual = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0);
  return difference === 0;
};

const signedBytes = (id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  return signed;
};

const bytesOf = (body: unknown): Uint8Array => {
  if (typeof body === "string") return encoder.encode(body);
  // This does not use `instanceof`, because an object from another frame or worker is an instance of the ArrayBuffer of
  // that frame or worker.
  if (Object.prototype.toString.call(body) === "[object ArrayBuffer]") return new Uint8Array(body as ArrayBuffer);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  const remedy = "pass the text or the bytes as they arrived, before anything parses them";
  throw new WebhookVerificationError("body", `the body is neither text nor bytes; ${remedy}`);
};

const parse = (body: Uint8Array): WebhookMessage => {
  try {
    const message = JSON.parse(new TextDecoder().decode(body)) as WebhookMessage | null;
    if (typeof message?.type === "string") return message;
  } catch {
    // It is reported below.
  }
  throw new WebhookVerificationError(
    "body",
    "the body is signed, but it is not a webhook message; another program may use the same secret",
  );
};

/**
 * Verifies a message to a webhook endpoint by the Standard Webhooks specification, and returns it. It needs only Web
 * Crypto, so it works in Node.js, Bun, Deno, browsers and workers.
 * @param secret - The secret of the endpoint, or several of which one must be right, for example while it is rotated.
 * @param headers - The header fields of the request, in any case.
 * @param body - The body exactly as it arrived.
 * @throws {WebhookVerificationError} if the message was not signed with the secret, or is too old.
 */
export const verifyWebhook = async (
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | ArrayBuffer | ArrayBufferView,
  { toleranceSeconds = TOLERANCE_S }: VerifyOptions = {},
): Promise<WebhookMessage> => {
  const bytes = bytesOf(body);
  const keys = await Promise.all([secret].flat().map(importSecret));
  const [id, timestamp] = [headerOf(headers, "webhook-id"), headerOf(headers, "webhook-timestamp")];
  const signatures = headerOf(headers, "webhook-signature")
    .split(" ")
    .flatMap((one) => (one.startsWith("v1,") ? (fromBase64(one.slice("v1,".length)) ?? []) : []));
  checkTime(timestamp, toleranceSeconds);
  const signed = signedBytes(id, timestamp, bytes);
  const expected = await Promise.all(
    keys.map(async (key) => new Uint8Array(await crypto.subtle.sign("HMAC", key, signed))),
  );
  if (expected.some((mac) => signatures.some((one) => isEqual(mac, one)))) return parse(bytes);
  const remedy = "check that the secret is this endpoint's, and that the body is as it arrived";
  throw new WebhookVerificationError("signature", `no signature matches; ${remedy}`);
};
