import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const usualPage: AllTexts["usualPage"] = {
  open: (name) => `Detalles de ${name}`,
  nextRow: "Fila siguiente",
  previousRow: "Fila anterior",
  shown: (count) => `${plural(count, "fila", "filas")} en esta página`,
  added: (name) => `${name}: añadido`,
  saved: (name) => `${name}: guardado`,
  gone: "Ya no existe",
  goneDetail: "Alguien lo ha eliminado. En la página Historial se puede recuperar.",
};
