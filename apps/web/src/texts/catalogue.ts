type Text = string | ((...values: never[]) => string);
export type Texts = { readonly [name: string]: Text | Texts };
type Changeable = { [name: string]: Text | Texts };

/** Gives the texts of the same names in another language. */
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

/** English texts by name, until {@link translate} replaces them where they stand; one with a value in it is a function. */
export const catalogue = <Given extends Texts>(texts: Given): Given => {
  catalogues.push(texts);
  if (current !== undefined) replace(texts, current(texts));
  return texts;
};

/** Translates all texts, those of chunks that load later too. What a module of the first chunk read before stays English. */
export const translate = (translation: Translation): void => {
  current = translation;
  for (const texts of catalogues) replace(texts, translation(texts));
};
