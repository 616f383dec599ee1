import type { AllTexts } from "../all-texts";

export const filtering: AllTexts["filtering"] = {
  label: "Filter",
  add: "Filtern",
  title: (label) => `Filter: ${label}`,
  edit: (filter) => `Filter ${filter} ändern`,
  remove: (filter) => `Filter ${filter} entfernen`,
  lookingFor: (filters) => `Diese Filter sind gesetzt: ${filters}.`,
  without: (filter) => `Ohne ${filter}`,
};
