const isWeight = (parameter: string) =>
  (parameter.startsWith("q") || parameter.startsWith("Q")) && parameter.slice(1).trimStart().startsWith("=");

/** Reads the weights (RFC 9110 §12.4.2) of the names in the field, in lower case. */
const weightsIn = (field: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const member of field.split(",")) {
    const [name = "", ...parameters] = member.split(";");
    const weight = parameters.map((parameter) => parameter.trimStart()).find(isWeight) ?? "q=1";
    weights.set(name.trim().toLowerCase(), Number(weight.slice(weight.indexOf("=") + 1)));
  }
  return weights;
};

/**
 * Returns the weight of the first of these names that the field has.
 * @param names - Lower case, the most specific first.
 */
export const weightOf = (field: string, names: readonly string[]): number | undefined => {
  const weights = weightsIn(field);
  const known = names.find((name) => weights.has(name));
  return known === undefined ? undefined : weights.get(known);
};

/**
 * Chooses the media type with the highest weight. If several have the same weight, it takes the one that the field
 * names most exactly, and then the first. Parameters other than the weight, such as charset, are ignored.
 * @returns Undefined if the field allows none.
 */
export const chooseMediaType = (field: string, types: readonly string[]): string | undefined => {
  const weights = weightsIn(field);
  let best = { weight: 0, rank: 0, type: undefined as string | undefined };
  for (const type of types) {
    const names = [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"];
    const rank = names.findIndex((name) => weights.has(name));
    const weight = weights.get(names[rank] ?? "") ?? 0;
    if (weight > best.weight || (weight === best.weight && weight > 0 && rank < best.rank))
      best = { weight, rank, type };
  }
  return best.type;
};
