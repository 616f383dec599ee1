export type Range = { readonly from: number; readonly end: number };

/**
 * Returns the range of a `Range` field that contains only one (RFC 9110 §14.2). Its end is exclusive. Returns undefined
 * for no range, several ranges or another unit.
 */
export const rangeOf = (field: string | undefined, bytes: number): Range | "unsatisfiable" | undefined => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(field ?? "") ?? [];
  if (first === undefined || last === undefined || first + last === "") return undefined;
  if (first === "")
    return Number(last) === 0 ? "unsatisfiable" : { from: Math.max(bytes - Number(last), 0), end: bytes };
  const from = Number(first);
  if (last !== "" && Number(last) < from) return undefined;
  if (from >= bytes) return "unsatisfiable";
  return { from, end: last === "" ? bytes : Math.min(Number(last) + 1, bytes) };
};
