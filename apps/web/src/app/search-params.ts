type Search = Record<string, unknown>;

const nested = /^(\w+)\[(\w+)\]$/;

const isNested = (value: unknown): value is Search =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * `?id=1&id=2` is `{id: ["1", "2"]}`, and `?attributes[breed]=Collie` is `{attributes: {breed: "Collie"}}`: text only; each
 * page's schema makes numbers of it.
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
 * The router lays what a page makes of an address over the address itself, so that a value which the page refused would
 * reach it as it was typed. @param parse - Leaves out what is invalid.
 */
export const searchOf =
  <Output extends object>(parse: (search: Search) => Output) =>
  (search: Search): Output => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...parse(search),
  });
