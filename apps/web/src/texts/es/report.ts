import type { AllTexts } from "../all-texts";
import { common } from "../common";
import { statusOf } from "./words";

export const report: AllTexts["report"] = {
  range: "Periodo",
  month: "Mes",
  previous: "Mes anterior",
  next: "Mes siguiente",
  byDay: "Por día",
  byWeek: "Por semana",
  byCategory: "Por categoría",
  week: "Semana",
  paid: "Pagado",
  stay: "Media de días aquí",
  chart: (range) => `Animales añadidos y ${statusOf(2, common.status.sold)}: ${range}`,
  pickWeek: "Semana que leer",
  noCategory: "Ya sin categoría",
  none: "En estos días no ha pasado nada.",
  about:
    "«Añadidos» cuenta los animales añadidos uno a uno. «Pagado» es lo que pagaron los clientes en estos días, sin importar cuándo hicieron el pedido. Los días aquí van desde que un animal se añadió o importó hasta su venta.",
  save: "Guardar como CSV",
  fileName: (first, last) => `informe-${first}-${last}.csv`,
  table: "Tabla",
  from: "Desde",
  to: "Hasta",
  paidIn: (currency) => `Pagado (${currency})`,
};
