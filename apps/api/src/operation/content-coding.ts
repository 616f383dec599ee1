import { weightOf } from "./accept.js";

export type ContentCoding = "br" | "gzip";

/**
 * @param available - The codings, the one with the smallest output first. It is preferred if a client accepts several
 * equally.
 * @returns Undefined for identity.
 */
export const chooseCoding = (
  acceptEncoding: string,
  available: readonly ContentCoding[],
): ContentCoding | undefined => {
  const weights = available.map((coding) => ({ coding, weight: weightOf(acceptEncoding, [coding, "*"]) ?? 0 }));
  const [best] = weights.toSorted((one, other) => other.weight - one.weight);
  const identity = weightOf(acceptEncoding, ["identity"]) ?? 0;
  return best !== undefined && best.weight > 0 && best.weight >= identity ? best.coding : undefined;
};
