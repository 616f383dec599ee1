import type { AllTexts } from "../all-texts";

export const filtering: AllTexts["filtering"] = {
  label: "Filtres",
  add: "Filtrer",
  title: (label) => `Filtre : ${label}`,
  edit: (filter) => `Modifier le filtre ${filter}`,
  remove: (filter) => `Retirer le filtre ${filter}`,
  lookingFor: (filters) => `Ces filtres sont actifs : ${filters}.`,
  without: (filter) => `Sans ${filter}`,
};
