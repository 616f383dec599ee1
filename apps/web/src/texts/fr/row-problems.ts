import { common } from "../common";
import { formatDecimal, formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";

const statusName = (status: string): string => common.status[status as keyof typeof common.status] ?? status;

const problems: AllTexts["rowProblems"]["problems"] = {
  required: () => "aucune valeur",
  too_long: ({ maximum }) => `plus de ${plural(maximum, "caractère", "caractères")}`,
  invalid_characters: () => "contient des caractères qui ne peuvent pas être enregistrés, comme un saut de ligne",
  only_invisible: ({ character }) =>
    `ne contient que des caractères invisibles${character === undefined ? "" : ` (${character})`}`,
  not_an_id: ({ maximum }) => `n’est pas le numéro d’une catégorie, de 1 à ${formatDecimal(maximum)}`,
  category_unknown: () => "aucune catégorie n’a ce numéro",
  not_of_category: () => "doit être vide : les animaux de cette catégorie n’ont pas ce champ",
  archived: () => "doit être vide : le champ est archivé",
  not_a_status: ({ options }) => `n’est pas un statut : ${options.map(statusName).join(", ")}`,
  not_in_status_map: () => "aucun statut n’est choisi pour cette valeur",
  not_in_value_map: () => "aucune signification n’est choisie pour cette valeur",
  values_disagree: ({ otherColumn }) => `la colonne « ${otherColumn} » dit autre chose`,
  not_a_number: () => "n’est pas un nombre",
  decimal_unclear: () => "peut désigner deux nombres : choisissez ci-dessus le signe qui précède les décimales",
  number_too_small: ({ minimum }) => `est inférieur à ${formatDecimal(minimum)}`,
  number_too_large: ({ maximum }) => `est supérieur à ${formatDecimal(maximum)}`,
  too_many_decimals: ({ decimals }) =>
    decimals === 0 ? "n’est pas un nombre entier" : `a plus de ${plural(decimals, "décimale", "décimales")}`,
  not_a_date: () => "n’est pas une date",
  date_order_unclear: () => "peut désigner deux dates : choisissez ci-dessus l’ordre du jour, du mois et de l’année",
  not_a_boolean: () => "n’est ni oui ni non",
  not_an_option: ({ options, more }) =>
    `n’est aucune des options : ${options.join(", ")}${more > 0 ? ` et ${plural(more, "autre", "autres")}` : ""}`,
  not_a_list: () => "contient plusieurs valeurs qui ne sont pas séparées par des points-virgules",
  too_many_values: ({ maximum }) => `a plus de ${plural(maximum, "valeur", "valeurs")}`,
  repeated_value: () => "figure deux fois dans la cellule",
  unknown_type: ({ type }) => `cette version de la page ne connaît pas le type du champ (${type})`,
  external_id_repeated: ({ line }) =>
    line === undefined ? "une ligne précédente a le même numéro" : `la ligne ${formatNumber(line)} a le même numéro`,
  external_id_taken: ({ petId }) =>
    petId === undefined ? "un autre animal a ce numéro" : `l’animal ${petId} a ce numéro`,
  external_id_moved: ({ petId }) =>
    petId === undefined ? "l’animal n’a plus ce numéro" : `l’animal ${petId} n’a plus ce numéro`,
  reserved: ({ orderId, status }) =>
    status === undefined || orderId === undefined
      ? "ne peut pas changer tant qu’une commande réserve l’animal"
      : `doit rester « ${statusName(status)} » : la commande ${orderId} réserve l’animal`,
  shortened: () =>
    "un tableur a raccourci la valeur : mettez-y la colonne au format texte, ou utilisez un fichier .xlsx",
  zeros_lost: ({ stored }) =>
    `a perdu des zéros initiaux${stored === undefined ? "" : ` (${stored} est enregistré)`} : mettez la colonne au format texte dans le tableur, ou utilisez un fichier .xlsx`,
  unclosed_quote: () => "un guillemet n’est jamais fermé",
  stray_quote: () =>
    "un guillemet se trouve dans une valeur : mettez la valeur entre guillemets et doublez ceux qu’elle contient",
  beyond_columns: ({ columns, position }) =>
    `${position === undefined ? "une valeur" : `la valeur de la colonne ${formatNumber(position)}`} se trouve à droite des colonnes (${formatNumber(columns)})`,
  invalid: () => "le champ ne peut pas avoir cette valeur",
};

export const rowProblems: AllTexts["rowProblems"] = {
  problems,
  wholeRow: "Toute la ligne",
  value: (value) => `« ${value} »`,
  about: (place, text) => `${place} : ${text}`,
  line: (line) => `ligne ${formatNumber(line)}`,
  more: (count) => `et ${plural(count, "autre problème", "autres problèmes")}`,
};
