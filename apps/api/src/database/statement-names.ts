/** Each connection stores a plan of about 100 kB for each name. */
const MAX_NAMES = 32;

/**
 * Gives names to the first statements whose texts depend on clients' requests, so that each connection plans them only
 * once.
 * @returns Undefined for later statements.
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
