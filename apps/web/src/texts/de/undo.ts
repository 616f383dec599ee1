import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { inSentence } from "./words";

const animals = (count: number) => plural(count, "Tier", "Tiere");
const ofAnimals = (count: number) => plural(count, "Tier", "Tieren");

export const undo: AllTexts["undo"] = {
  nothing: "Es gibt nichts rückgängig zu machen",
  impossible: (action) => `Lässt sich nicht rückgängig machen: ${action}`,
  noUndo: "Was davor war, können Sie im Verlauf rückgängig machen.",
  named: (action, name) => `${action}: ${name}`,
  waiting: (action) => `Wartet, bis etwas anderes rückgängig gemacht ist: ${action}`,
  saving: "Ihre letzte Änderung wird noch gespeichert",
  savingDetail: "Drücken Sie danach noch einmal auf Rückgängig.",
  undoing: (action) => `Wird rückgängig gemacht: ${action}`,
  progress: (done, total) => `${formatNumber(done)} von ${formatNumber(total)} erledigt`,
  done: {
    status: (name, status) => `${name} ist wieder ${inSentence(status)}`,
    statuses: (count, status) => `${animals(count)} wieder als ${inSentence(status)} markiert`,
    name: (name, old) => `${name} heißt wieder ${old}`,
    category: (name) => `${name} ist zurück in der alten Kategorie`,
    categories: (count) => `${animals(count)} zurück in die alten Kategorien verschoben`,
    add: (name) => `${name} gelöscht`,
    adds: (count) => `${animals(count)} gelöscht`,
    deletion: (name) => `${name} wiederhergestellt`,
    deletions: (count) => `${animals(count)} wiederhergestellt`,
    other: (name) => `${name} ist wieder wie zuvor`,
    others: (count) => `${plural(count, "Tier ist", "Tiere sind")} wieder wie zuvor`,
  },
  unrestored: (count) => `Bei ${ofAnimals(count)} ließen sich nicht alle Angaben wiederherstellen`,
  leftOut: "Nicht zurückgesetzt: Diese Felder nehmen die alten Werte nicht mehr an",
};
