/** The bytes that a client sends, in latin1, so that a finding can be printed and replayed as JSON. */
export type Packet = {
  readonly kind: string;
  readonly chunks: readonly { readonly text: string; readonly delayMs: number }[];
  /**
   * How the client ends the connection: it reads the responses, closes its side first, resets the connection, or resets
   * it without reading.
   */
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
