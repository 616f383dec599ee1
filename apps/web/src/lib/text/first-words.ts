const MAX_WORDS = 40;

/** Returns the beginning of a note, which serves as its name. */
export const firstWords = (text: string): string => {
  const [line = ""] = text.trim().split("\n");
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS).trimEnd()}…` : line;
};
