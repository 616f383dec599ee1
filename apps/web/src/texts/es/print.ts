import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { animals } from "./words";

export const print: AllTexts["print"] = {
  action: "Imprimir",
  printed: "Impreso",
  everything: "Todos los animales",
  searched: (text) => `«${text}»`,
  numbers: (numbers) => `Números ${numbers}`,
  number: (id) => `Número ${id}`,
  order: {
    times: "Estado",
    animal: "Animal",
    signature: "Firma",
    date: "Lugar y fecha",
  },
  cards: {
    title: "Fichas de jaula",
    open: "Imprimir fichas de jaula",
    openOne: "Imprimir su ficha de jaula",
    tooMany: (most, count) =>
      `Se pueden imprimir como máximo ${most} fichas a la vez; hay ${plural(count, "animal seleccionado", "animales seleccionados")}. Selecciona menos.`,
    none: "No has elegido ningún animal",
    noneHelp: "Selecciona animales en su lista y pulsa la impresora.",
    toList: "Ir a los animales",
    missing: (count) => `${animals(count)} de la selección ${count === 1 ? "se eliminó" : "se eliminaron"}.`,
    paper: "Papel",
    papers: { a6: "A6, una ficha", a4: "A4, cuatro fichas" },
    fields: "Qué muestran las fichas",
    warnings: "Advertencias",
    count: (cards, sheets) => `${plural(cards, "ficha", "fichas")} en ${plural(sheets, "hoja", "hojas")}`,
    print: "Imprimir",
    preview: "Vista previa",
    more: "Más detalles: escanea el código.",
    code: (id) => `Código que lleva al animal ${id}`,
  },
};
