type Search = Record<string, unknown>;

const nested = /^(\w+)\[(\w+)\]$/;

const isNested = (value: unknown): value is Search =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * `?id=1&id=2` is `{id: ["1", "2"]}`, and `?attributes[breed]=Collie` is `{attributes: {breed: "Collie"}}`: all values
 * are texts, and the schema of each page turns them into numbers.
 */
export const parseSearch = (text: string): Search => {
  const search: Search = {};
  const params = new URLSearchParams(text);
  for (const name of params.keys()) {
    const values = params.getAll(name);
    const value = values.length === 1 ? values[0] : values;
    const [, group, key] = nested.exec(name) ?? [];
    if (group === undefined || key === undefined) search[name] = value;
    else search[group] = { ...(isNested(search[group]) && search[group]), [key]: value };
  }
  return search;
};

const pairsOf = (search: Search): [string, string][] =>
  Object.entries(search).flatMap(([name, value]) => {
    if (isNested(value))
      return pairsOf(Object.fromEntries(Object.entries(value).map(([key, one]) => [`${name}[${key}]`, one])));
    return [value]
      .flat()
      .flatMap((one): [string, string][] =>
        one === undefined || one === "" ? [] : [[name, `${one as string | number | boolean}`]],
      );
  });

export const stringifySearch = (search: Search): string => {
  const pairs = pairsOf(search);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};

/**
 * The router merges the parsed parameters of a page over the raw ones, so a value that the page refused would still
 * reach it as it was typed. This prevents that.
 * @param parse - Leaves out what is invalid.
 */
export const searchOf =
  <Output extends object>(parse: (search: Search) => Output) =>
  (search: Search): Output => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...parse(search),
  });
