import { formatNumber } from "../numbers";
import type { AllTexts } from "../all-texts";

export const rules: AllTexts["rules"] = {
  required: "Est obligatoire",
  choice: "Choisissez un élément de la liste",
  number: "Doit être un nombre",
  whole: "Doit être un nombre entier",
  least: (count: number) => `Doit valoir au moins ${formatNumber(count)}`,
  most: (count: number) => `Doit valoir au plus ${formatNumber(count)}`,
  longest: (count: number) => `Doit avoir ${formatNumber(count)} caractères au plus`,
  entries: (count: number) => `Doit avoir ${formatNumber(count)} éléments au plus`,
  characters: "Contient des caractères qui ne peuvent pas être enregistrés",
  email: "Doit être une adresse e-mail",
  phone: "Doit être un numéro de téléphone : chiffres, espaces et + ( ) - . /",
  digits: (count: number) => `Doit être composé de ${formatNumber(count)} chiffres`,
  decimals: (count: number) => `Doit avoir au plus ${formatNumber(count)} décimales`,
  moment: "Doit être une date avec une heure",
  url: (count: number) =>
    `Doit être une adresse https de ${formatNumber(count)} caractères au plus, sans nom d’utilisateur, mot de passe ni fragment`,
  change: "Modifiez d’abord quelque chose",
  options: "Ajoutez au moins une option",
  visible: "Doit avoir un caractère visible",
  timeZone: "Choisissez un fuseau horaire de la liste",
  currency: "Choisissez une devise de la liste",
  placeholder: "Contient entre accolades un mot qui ne désigne rien : utilisez ceux de la liste",
  picture: "Choisissez une image",
};
