import type { ApiKey } from "@petstore/contract/routes";
import { apiKeyStatusOf } from "../credentials/api-keys/api-key-status.js";
import { table } from "./table.js";
import { count, minute } from "./words.js";

const DEPRECATED_DAYS = 30;
const DAY_MS = 86_400_000;

const when = (time: string | null): string => (time === null ? "never" : minute(new Date(time)));

const deprecatedCallsOf = ({ deprecatedCalls }: ApiKey, now: Date): number => {
  const before = new Date(now.getTime() - DEPRECATED_DAYS * DAY_MS).toISOString().slice(0, 10);
  return deprecatedCalls.filter(({ date }) => date > before).reduce((sum, call) => sum + call.count, 0);
};

// The account and the name come last, because they may be long, and because the width of an emoji depends on the
// terminal.
const head = ["ID", "KEY", "SCOPE", "STATUS", "CREATED", "LAST USED", "EXPIRES", "DEPRECATED", "ACCOUNT", "NAME"];

const cells = (key: ApiKey, now: Date): string[] => [
  String(key.id),
  `${key.prefix}…${key.lastFour}`,
  key.scope,
  apiKeyStatusOf(key, now),
  when(key.createdAt),
  when(key.lastUsedAt),
  when(key.expiresAt),
  count(deprecatedCallsOf(key, now)),
  key.createdBy.email,
  key.name,
];

export const keyTable = (keys: readonly ApiKey[], now: Date): string =>
  table(
    head,
    keys.map((key) => cells(key, now)),
    "DEPRECATED",
  );
