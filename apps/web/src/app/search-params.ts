type Search = Record<string, unknown>;

/** `?id=1&id=2` is `{id: ["1", "2"]}`: text only; each page's schema makes numbers of it. */
export const parseSearch = (text: string): Search => {
  const search: Search = {};
  const params = new URLSearchParams(text);
  for (const name of params.keys()) {
    const values = params.getAll(name);
    search[name] = values.length === 1 ? values[0] : values;
  }
  return search;
};

export const stringifySearch = (search: Search): string => {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one) => (one === undefined || one === "" ? [] : [[name, `${one as string | number | boolean}`]])),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};
