import type { AllTexts } from "../all-texts";

export const listColumns: AllTexts["listColumns"] = {
  age: "Alter",
  daysHere: "Tage hier",
  usual: "Übliche Spalten",
  width: (column) => `Breite von ${column}`,
  drag: "Ziehen, um die Spalte zu verschieben.",
  handle:
    "Ziehen, um die Breite zu ändern. Ein Doppelklick setzt sie zurück. Auch die Pfeiltasten ändern sie, und mit der Umschalttaste verschieben sie die Spalte.",
  handleFixed: "Ziehen, um die Breite zu ändern. Ein Doppelklick setzt sie zurück. Auch die Pfeiltasten ändern sie.",
  moved: (column, place, count) => `${column} ist Spalte ${place} von ${count}`,
};
