/** Bytes of a client, one character each (latin1), so that a finding can be printed and replayed as JSON. */
export type Packet = {
  /** What made it: `mutated`, `pipelined` and so on. */
  readonly kind: string;
  /** Written one after the other. */
  readonly chunks: readonly { readonly text: string; readonly delayMs: number }[];
  /**
   * How the client ends: it waits for the answers (`read`), closes its half first, resets the connection, or leaves the
   * answers unread and then resets it.
   */
  readonly ending: "read" | "half-close" | "reset" | "unread";
  /** How long the client stays after its last byte, at most. */
  readonly stayMs: number;
};

/** Stands in a packet for a key of the run, so that a packet means the same in every run. */
export const keyOf = (scope: "read" | "admin"): string => `<key:${scope}>`;

export type Keys = Readonly<Record<"read" | "admin", string>>;

export const withKeys = (text: string, keys: Keys): string =>
  text.includes("<key:") ? text.replaceAll("<key:read>", keys.read).replaceAll("<key:admin>", keys.admin) : text;

export const packetOf = (
  kind: string,
  text: string,
  {
    ending = "read",
    stayMs = 1_000,
    delayMs = 0,
  }: Partial<Pick<Packet, "ending" | "stayMs">> & { delayMs?: number } = {},
): Packet => ({ kind, chunks: [{ text, delayMs }], ending, stayMs });
