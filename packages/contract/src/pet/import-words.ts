import { searchTextOf } from "../http/text-identity.js";

/**
 * Returns the form in which an import compares words: values of a file, options and their labels. It is that of
 * {@link searchTextOf}, without white space at the ends, so case and accents make no difference.
 */
export const foldWord = (text: string): string => searchTextOf(text).trim();

const withoutLastParentheses = (label: string): string => {
  const at = label.endsWith(")") ? label.lastIndexOf("(") : -1;
  return at > 0 ? label.slice(0, at) : label;
};

/**
 * Returns the form in which an import compares names of columns. It is that of {@link foldWord}, without spaces, hyphens
 * and underscores, so `animal_name` is `Animal Name`, and without a last part in parentheses, as in `Price (USD)`.
 */
export const foldColumn = (label: string): string => withoutLastParentheses(foldWord(label)).replaceAll(/[\s_-]+/g, "");

/**
 * Finds the column that one of the words names, the first word before the others.
 * @returns its index; -1 if there is none
 */
export const indexOfWords = (labels: readonly string[], words: readonly string[]): number => {
  const folded = labels.map(foldColumn);
  return words.map((word) => folded.indexOf(foldColumn(word))).find((at) => at !== -1) ?? -1;
};

/**
 * The last two columns of a file of bad rows: the line of the row and what is wrong with it, in English, German, Spanish
 * and French. An import of the corrected file ignores them.
 */
export const badRowColumns = {
  en: ["Line", "Problem"],
  de: ["Zeile", "Problem"],
  es: ["Línea", "Problema"],
  fr: ["Ligne", "Problème"],
} as const satisfies Readonly<Record<string, readonly [line: string, problem: string]>>;

/** Tells how many columns at the end of a header only files of bad rows have: two or none. */
export const countBadRowColumns = (labels: readonly string[]): number => {
  const last = labels.slice(-2).join("\n");
  return Object.values(badRowColumns).some((columns) => columns.join("\n") === last) ? 2 : 0;
};

/**
 * The names that people give to the columns of a pet's fields, in lower case, in English, German, Spanish and French. An
 * import finds a column by them if the file has none with the name of the field.
 */
export const columnWords = {
  name: ["name", "animal name", "pet name", "animal's name", "pet's name", "tiername", "rufname", "nombre", "nom"],
  category: [
    "category",
    "species",
    "animal type",
    "animal species",
    "pet type",
    "kategorie",
    "tierart",
    "art",
    "categoría",
    "especie",
    "catégorie",
    "espèce",
  ],
  status: ["status", "estado", "statut"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * The names that people give to the columns of the attributes of a new store, by the names of the attributes. A column
 * with the name or the label of an attribute takes precedence.
 */
export const attributeWords: Readonly<Record<string, readonly string[]>> = {
  breed: ["breed", "primary breed", "animal breed", "rasse", "raza", "race"],
  second_breed: ["secondary breed", "zweite rasse", "segunda raza", "deuxième race"],
  mixed: ["mixed", "mix", "mischling", "mestizo", "croisé"],
  sex: ["sex", "gender", "animal sex", "sex upon intake", "sex upon outcome", "geschlecht", "sexo", "sexe"],
  born_on: [
    "born",
    "date of birth",
    "birth date",
    "birthdate",
    "dob",
    "geboren",
    "geboren am",
    "geburtsdatum",
    "nacido el",
    "nacimiento",
    "fecha de nacimiento",
    "né le",
    "naissance",
    "date de naissance",
  ],
  size: ["größe", "tamaño", "taille"],
  coat: ["fell", "pelaje", "pelage", "poil"],
  colours: ["colour", "color", "colors", "farbe", "farben", "colores", "couleur", "couleurs"],
  neutered: [
    "neutered",
    "altered",
    "spayed",
    "spayed/neutered",
    "spay/neuter",
    "fixed",
    "kastriert",
    "esterilizado",
    "castrado",
    "stérilisé",
    "castré",
  ],
  house_trained: ["house trained", "stubenrein", "educado en casa", "propre"],
  special_needs: ["besondere bedürfnisse", "necesidades especiales", "besoins particuliers"],
  microchip: [
    "chip",
    "chip number",
    "chip #",
    "microchip number",
    "microchip #",
    "chipnummer",
    "número de chip",
    "microchip no",
    "puce",
  ],
  price: ["fee", "adoption fee", "preis", "gebühr", "schutzgebühr", "precio", "tarifa", "prix", "frais"],
  location: ["kennel", "cage", "standort", "zwinger", "ubicación", "emplacement", "lieu"],
  arrived_on: [
    "arrived",
    "arrival date",
    "intake date",
    "date in",
    "ankunft",
    "eingangsdatum",
    "aufnahmedatum",
    "fecha de llegada",
    "fecha de ingreso",
    "date d'arrivée",
    "date d'entrée",
  ],
  labels: ["tags", "etiketten", "schlagwörter", "etiquetas", "étiquettes"],
  description: ["beschreibung", "descripción"],
};

/**
 * The names of those default attributes that hold a code of digits. An import removes the spaces and hyphens with which
 * people group the digits.
 */
export const codeAttributes: readonly string[] = ["microchip"];

/**
 * The words for an option, in lower case and in the same languages, by the value of the option. An import reads them in an
 * attribute that has this option.
 */
export const optionWords: Readonly<Record<string, readonly string[]>> = {
  female: ["f", "w", "weiblich", "hündin", "hembra", "h", "femelle", "girl"],
  male: ["m", "männlich", "rüde", "kater", "macho", "mâle", "boy"],
  small: ["s", "klein", "pequeño", "petit"],
  medium: ["m", "med", "mittel", "mediano", "moyen"],
  large: ["l", "groß", "grande", "grand"],
  extra_large: ["xl", "x-large", "very large", "sehr groß", "muy grande", "très grand"],
  short: ["kurz", "corto", "court"],
  long: ["lang", "largo"],
};

/**
 * The words that say whether a pet is neutered, in lower case and in the same languages. Other systems write them before
 * or after the sex, as in "Neutered Male", "Male/Neutered" and "Hündin, kastriert". An import reads them in a column of
 * the attribute `sex` or `neutered` of a new store.
 */
export const neuteredWords: Readonly<Record<"true" | "false", readonly string[]>> = {
  true: [
    "neutered",
    "spayed",
    "altered",
    "fixed",
    "castrated",
    "sterilized",
    "sterilised",
    "desexed",
    "kastriert",
    "kastrierte",
    "kastrierter",
    "sterilisiert",
    "sterilisierte",
    "sterilisierter",
    "castrado",
    "castrada",
    "esterilizado",
    "esterilizada",
    "castré",
    "castrée",
    "stérilisé",
    "stérilisée",
  ],
  false: [
    "intact",
    "unaltered",
    "entire",
    "unneutered",
    "unspayed",
    "not neutered",
    "not spayed",
    "not altered",
    "intakt",
    "unkastriert",
    "unkastrierte",
    "unkastrierter",
    "nicht kastriert",
    "entero",
    "entera",
    "sin castrar",
    "sin esterilizar",
    "no castrado",
    "no castrada",
    "no esterilizado",
    "no esterilizada",
    "entier",
    "entière",
    "non castré",
    "non castrée",
    "non stérilisé",
    "non stérilisée",
  ],
};

/**
 * The letters that other systems write for the sex and whether the pet is neutered, in a column of the sex: MN and NM
 * are neutered males, FS and SF spayed females, MI and FE intact or entire ones. N and S alone are neutered males and
 * spayed females.
 */
export const sexCodes: readonly {
  readonly sex: "female" | "male";
  readonly neutered: boolean;
  readonly codes: readonly string[];
}[] = [
  { sex: "male", neutered: true, codes: ["mn", "nm", "mc", "cm", "n"] },
  { sex: "female", neutered: true, codes: ["fs", "sf", "fn", "nf", "s"] },
  { sex: "male", neutered: false, codes: ["mi", "im", "me", "em"] },
  { sex: "female", neutered: false, codes: ["fi", "if", "fe", "ef"] },
];
