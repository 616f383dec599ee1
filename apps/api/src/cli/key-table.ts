import type { ApiKey } from "../generated/client.js";
import { table } from "./table.js";
import { minute } from "./words.js";

type Key = Omit<ApiKey, "hash">;

export const keyState = ({ revokedAt, expiresAt }: Key, now: Date): "active" | "expired" | "revoked" => {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
};

const when = (date: Date | null): string => (date === null ? "never" : minute(date));

// The name stands last: it may be long, and how wide a terminal shows an emoji nobody knows.
const head = ["ID", "KEY", "SCOPE", "STATE", "CREATED", "LAST USED", "EXPIRES", "NAME"];

const cells = (key: Key, now: Date): string[] => [
  String(key.id),
  `${key.prefix}…${key.lastFour}`,
  key.scope,
  keyState(key, now),
  when(key.createdAt),
  when(key.lastUsedAt),
  when(key.expiresAt),
  key.name,
];

/** Keys as a table of aligned columns, without a line break at the end. Times are UTC, to the minute. */
export const keyTable = (keys: readonly Key[], now: Date): string =>
  table(
    head,
    keys.map((key) => cells(key, now)),
  );
