/** The text as a search compares it: `Catégories` is found by "categories", `Aujourd’hui` by "aujourd'hui". */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
