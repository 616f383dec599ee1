/** Normalises a word so that words compare without case, accents and white space around them. */
export const foldText = (text: string): string =>
  text.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
