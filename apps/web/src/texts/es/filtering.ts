import type { AllTexts } from "../all-texts";

export const filtering: AllTexts["filtering"] = {
  label: "Filtros",
  add: "Filtrar",
  title: (label) => `Filtro: ${label}`,
  edit: (filter) => `Cambiar el filtro ${filter}`,
  remove: (filter) => `Quitar el filtro ${filter}`,
  lookingFor: (filters) => `Estos filtros están activos: ${filters}.`,
  without: (filter) => `Sin ${filter}`,
};
