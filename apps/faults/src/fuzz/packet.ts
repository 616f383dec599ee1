/** The bytes of a client in latin1, so that a finding can be printed and replayed as JSON. */
export type Packet = {
  readonly kind: string;
  readonly chunks: readonly { readonly text: string; readonly delayMs: number }[];
  /** The client reads the responses, closes its half first, resets, or resets without reading. */
  readonly ending: "read" | "half-close" | "reset" | "unread";
  readonly stayMs: number;
};

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
