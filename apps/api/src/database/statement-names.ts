/** Each connection keeps a plan of about 100 kB for each name. */
const MAX_NAMES = 32;

/**
 * Names the first of the statements whose texts clients choose, so that each connection plans them once. @returns
 * Undefined for later ones.
 */
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
