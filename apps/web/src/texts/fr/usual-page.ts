import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const usualPage: AllTexts["usualPage"] = {
  open: (name) => `Détails de ${name}`,
  nextRow: "Ligne suivante",
  previousRow: "Ligne précédente",
  shown: (count) => `${plural(count, "ligne", "lignes")} sur cette page`,
  added: (name) => `${name} : ajouté`,
  saved: (name) => `${name} : enregistré`,
  gone: "Cette fiche n’existe plus",
  goneDetail: "Quelqu’un l’a supprimée. La page Historique permet de la rétablir.",
};
