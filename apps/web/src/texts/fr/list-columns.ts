import type { AllTexts } from "../all-texts";

export const listColumns: AllTexts["listColumns"] = {
  age: "Âge",
  daysHere: "Jours ici",
  usual: "Colonnes habituelles",
  width: (column) => `Largeur de ${column}`,
  drag: "Faites glisser pour déplacer la colonne.",
  handle:
    "Faites glisser pour changer la largeur. Un double-clic la rétablit. Les flèches la changent aussi et, avec Maj, elles déplacent la colonne.",
  handleFixed: "Faites glisser pour changer la largeur. Un double-clic la rétablit. Les flèches la changent aussi.",
  moved: (column, place, count) => `${column} est la colonne ${place} sur ${count}`,
};
