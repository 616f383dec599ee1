import type { AllTexts } from "../all-texts";

export const filtering: AllTexts["filtering"] = {
  label: "Filtres",
  add: "Filtrer",
  title: (label) => `Filtre : ${label}`,
  edit: (filter) => `Modifier le filtre ${filter}`,
  remove: (filter) => `Retirer le filtre ${filter}`,
  lookingFor: (filters) => `Votre recherche : ${filters}.`,
  without: (filter) => `Sans ${filter}`,
};
