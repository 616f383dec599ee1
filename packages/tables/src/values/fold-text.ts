/** Normalises a word so that words compare without case, accents and white space around them. */
export const foldText = (text: string): string =>
  text.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");

/** Returns the index of the column that the first of these words names, compared as {@link foldText} does; -1 if there is none. */
export const indexOfWords = (labels: readonly string[], words: readonly string[]): number => {
  const folded = labels.map(foldText);
  return words.map((word) => folded.indexOf(foldText(word))).find((at) => at !== -1) ?? -1;
};
