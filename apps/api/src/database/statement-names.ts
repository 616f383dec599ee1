/** Each connection keeps a plan of some 100 kB for each name. */
const MAX_NAMES = 32;

/** Names statements whose texts clients choose: each connection plans the first of them once. @returns undefined for others */
export const createStatementNames = (prefix: string): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMES) return known;
    const name = `${prefix} ${names.size}`;
    names.set(text, name);
    return name;
  };
};
