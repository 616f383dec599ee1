import type { Event } from "@petstore/contract/routes";

/** Receivers often do not accept larger messages (Standard Webhooks). */
const MAX_BODY_BYTES = 20_000;

/** The body that a receiver gets. `data` is the event as the feed has it. */
type Payload = { readonly type: string; readonly timestamp: string; readonly data: object };

const sizeOf = (text: string) => Buffer.byteLength(text);

/** Omits the states from a large event, so that its receiver must request the current state. */
export const bodyOfEvent = (event: Event): string => {
  const write = (data: object) => JSON.stringify({ type: event.type, timestamp: event.at, data } satisfies Payload);
  const whole = write(event);
  if (sizeOf(whole) < MAX_BODY_BYTES) return whole;
  const { before: _before, after: _after, ...rest } = event;
  const short = write(rest);
  return sizeOf(short) < MAX_BODY_BYTES ? short : write({ ...rest, changed: [] });
};

export const bodyOfTest = (now: Date): string =>
  JSON.stringify({ type: "test", timestamp: now.toISOString(), data: {} } satisfies Payload);

/**
 * Tells a receiver that it has lost events and must read the catalogue again.
 * @param cursor - The cursor from which it continues.
 */
export const bodyOfResync = (cursor: string, at: Date): string =>
  JSON.stringify({ type: "resync", timestamp: at.toISOString(), data: { id: cursor, resync: true } } satisfies Payload);
