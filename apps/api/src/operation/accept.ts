const isWeight = (parameter: string) =>
  (parameter.startsWith("q") || parameter.startsWith("Q")) && parameter.slice(1).trimStart().startsWith("=");

/** The weight (RFC 9110 §12.4.2) of the first name in the field. @param names - Lower case, the most specific first. */
export const weightOf = (field: string, names: readonly string[]): number | undefined => {
  const weights = new Map<string, number>();
  for (const member of field.split(",")) {
    const [name = "", ...parameters] = member.split(";");
    const weight = parameters.map((parameter) => parameter.trimStart()).find(isWeight) ?? "q=1";
    weights.set(name.trim().toLowerCase(), Number(weight.slice(weight.indexOf("=") + 1)));
  }
  const known = names.find((name) => weights.has(name));
  return known === undefined ? undefined : weights.get(known);
};
