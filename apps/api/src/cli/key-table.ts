import type { ApiKey } from "@petstore/contract";
import { apiKeyStateOf } from "../api-keys/api-key-state.js";
import { table } from "./table.js";
import { count, minute } from "./words.js";

const DEPRECATED_DAYS = 30;
const DAY_MS = 86_400_000;

const when = (time: string | null): string => (time === null ? "never" : minute(new Date(time)));

/** How often the key used what is deprecated, whichever operation, in the last 30 days (UTC). */
const deprecatedCallsOf = ({ deprecatedCalls }: ApiKey, now: Date): number => {
  const before = new Date(now.getTime() - DEPRECATED_DAYS * DAY_MS).toISOString().slice(0, 10);
  return deprecatedCalls.filter(({ date }) => date > before).reduce((sum, call) => sum + call.count, 0);
};

// Account and name stand last: they may be long, and how wide a terminal shows an emoji nobody knows.
const head = ["ID", "KEY", "SCOPE", "STATE", "CREATED", "LAST USED", "EXPIRES", "DEPRECATED", "ACCOUNT", "NAME"];

const cells = (key: ApiKey, now: Date): string[] => [
  String(key.id),
  `${key.prefix}…${key.lastFour}`,
  key.scope,
  apiKeyStateOf(key, now),
  when(key.createdAt),
  when(key.lastUsedAt),
  when(key.expiresAt),
  count(deprecatedCallsOf(key, now)),
  key.createdBy.email,
  key.name,
];

/** Keys as a table of aligned columns, without a line break at the end. Times are UTC, to the minute. */
export const keyTable = (keys: readonly ApiKey[], now: Date): string =>
  table(
    head,
    keys.map((key) => cells(key, now)),
  );
