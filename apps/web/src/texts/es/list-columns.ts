import type { AllTexts } from "../all-texts";

export const listColumns: AllTexts["listColumns"] = {
  age: "Edad",
  daysHere: "Días aquí",
  usual: "Columnas habituales",
  width: (column) => `Anchura de ${column}`,
  drag: "Arrastre para mover la columna.",
  handle:
    "Arrastre para cambiar la anchura. Un doble clic la restablece. Las flechas también la cambian y, con Mayús, mueven la columna.",
  handleFixed: "Arrastre para cambiar la anchura. Un doble clic la restablece. Las flechas también la cambian.",
  moved: (column, place, count) => `${column} es la columna ${place} de ${count}`,
};
