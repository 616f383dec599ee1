/**
 * The weight (RFC 9110 §12.4.2) that an `Accept` or `Accept-Encoding` field gives to what the first of the names it has names.
 * @param names - In small letters, the most specific first: `["application/json", "application/*", "*\/*"]`.
 * @returns undefined where the field has none of them.
 */
export const weightOf = (field: string, names: readonly string[]): number | undefined => {
  const weights = new Map<string, number>();
  for (const member of field.split(",")) {
    const [name = "", ...parameters] = member.split(";");
    const pairs = parameters.map((parameter) => parameter.split("=", 2).map((part) => part.trim()));
    const [, weight = "1"] = pairs.find(([key]) => key === "q" || key === "Q") ?? [];
    weights.set(name.trim().toLowerCase(), Number(weight));
  }
  const known = names.find((name) => weights.has(name));
  return known === undefined ? undefined : weights.get(known);
};
