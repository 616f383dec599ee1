import { catalogue } from "./catalogue";

/** The texts of the bar above a list, which are the same on all pages. */
const texts = {
  label: "Filters",
  add: "Filter",
  title: (label: string) => `Filter: ${label}`,
  edit: (filter: string) => `Change the filter ${filter}`,
  remove: (filter: string) => `Remove the filter ${filter}`,
  lookingFor: (filters: string) => `These filters are set: ${filters}.`,
  without: (filter: string) => `Without ${filter}`,
};

export const { filtering } = catalogue({ filtering: texts });
