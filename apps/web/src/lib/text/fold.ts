/** Normalises a text for searches, so that "categories" finds `Catégories`, and "aujourd'hui" finds `Aujourd’hui`. */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
