import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const finding: AllTexts["finding"] = {
  results: "Résultats de la recherche",
  count: (count) => plural(count, "résultat", "résultats"),
  didYouMean: (text) => `Vouliez-vous dire « ${text} » ?`,
  lists: "Afficher les animaux de",
  all: (text) => `Tous les animaux qui correspondent à « ${text} »`,
  note: "Note",
  order: "Commande",
  recent: "Recherches récentes",
  forget: "Oublier les recherches récentes",
  scan: "Lire un code avec l’appareil photo",
  scanHelp: "Présentez un code-barres ou le code d’une fiche de cage devant l’appareil photo.",
  stopScan: "Fermer l’appareil photo",
  noCamera:
    "L’appareil photo n’est pas utilisable. Autorisez-le dans les réglages du navigateur, ou saisissez le numéro.",
  unavailable: (status) => `${status}, ne peut pas être commandé`,
  orMore: (animals) => `${animals} ou plus`,
  without: (filter, animals) => `Sans ${filter} : ${animals}`,
};
