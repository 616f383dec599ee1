const MAX_WORDS = 40;

/** The beginning of a note, to name it by. */
export const firstWords = (text: string): string => {
  const [line = ""] = text.trim().split("\n");
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS).trimEnd()}…` : line;
};
