type Text = string | ((...values: never[]) => string);
export type Texts = { readonly [name: string]: Text | Texts };
type Changeable = { [name: string]: Text | Texts };

/** Returns the texts with the same names in another language. */
export type Translation = (texts: Texts) => Texts;

const catalogues: Texts[] = [];
let current: Translation | undefined;

const replace = (texts: Changeable, others: Texts): void => {
  for (const [name, text] of Object.entries(texts)) {
    const other = others[name];
    if (typeof text === "object" && typeof other === "object") replace(text, other);
    else if (other !== undefined) texts[name] = other;
  }
};

/**
 * Returns English texts by name. {@link translate} later replaces them in place. A text that contains a value is a
 * function.
 */
export const catalogue = <Given extends Texts>(texts: Given): Given => {
  catalogues.push(texts);
  if (current !== undefined) replace(texts, current(texts));
  return texts;
};

/**
 * Translates all texts, including those of chunks that are loaded later. If a module of the first chunk has already
 * read a text, that text stays English.
 */
export const translate = (translation: Translation): void => {
  current = translation;
  for (const texts of catalogues) replace(texts, translation(texts));
};
