/** Each connection stores a plan of about 100 kB for each name. */
const MAX_NAMES = 32;
const MAX_COUNTED_TEXTS = 500;

type Limits = {
  readonly maxNames?: number;
  /** How often a text must have been seen before it gets a name. */
  readonly minSeen?: number;
};

/**
 * Gives names to the first statements whose texts depend on clients' requests, so that each connection plans them only
 * once.
 * @returns Undefined for later statements.
 */
export const createStatementNames = (
  prefix: string,
  { maxNames = MAX_NAMES, minSeen = 0 }: Limits = {},
): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  const isFrequent = (text: string) => {
    const before = seen.get(text) ?? 0;
    if (seen.size >= MAX_COUNTED_TEXTS) seen.clear();
    seen.set(text, before + 1);
    return before >= minSeen;
  };
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames || !isFrequent(text)) return known;
    const name = `${prefix} ${names.size}`;
    names.set(text, name);
    seen.delete(text);
    return name;
  };
};

/** The names of constant statements. Prisma passes on only the text of a statement, so its adapter looks here. */
const constants = new Map<string, string>();

export const nameConstant = (text: string, name: string): void => void constants.set(text, name);

export const nameOfConstant = (text: string): string | undefined => constants.get(text);
