import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const customers: AllTexts["customers"] = {
  label: "Kundschaft",
  none: "Ohne Kundendaten",
  add: "Kundendaten erfassen",
  change: "Ändern",
  hint: "Name, E-Mail oder Telefon suchen",
  help: "Tippen Sie drei Buchstaben, um jemanden aus der Kundschaft zu finden.",
  addNew: (name) => `„${name}“ erfassen`,
  addUnnamed: "Neue Person erfassen",
  notChosen: (name) =>
    `Wählen Sie „${name}“ in der Liste oder erfassen Sie die Person, oder leeren Sie die Suche, um ohne Kundendaten zu bestellen.`,
  search: "Erneut suchen",
  chooseOther: (name) => `${name} wählen`,
  found: (name) => `Das gehört schon zu ${name}. Ist es dieselbe Person?`,
  fields: { name: "Name", email: "E-Mail", phone: "Telefon", address: "Adresse" },
  saved: (name) => `${name} gespeichert`,
  gone: "Diese Kundendaten gibt es nicht",
  goneDetail: "Vielleicht wurden sie gelöscht.",
  since: "Erfasst",
  export: "Exportieren",
  exportFile: (id) => `kundschaft-${id}.json`,
  erase: "Löschen …",
  eraseTitle: (name) => `${name} endgültig löschen?`,
  eraseDetail: (orders) =>
    `Name, E-Mail, Telefon und Adresse werden gelöscht, ebenso die Notizen ${orders}. Die Bestellungen bleiben, ohne Kundendaten. Das lässt sich nicht rückgängig machen.`,
  eraseOrders: (count, hasMore) => {
    if (count === 0 || hasMore) return "der zugehörigen Bestellungen";
    return `der ${plural(count, "zugehörigen Bestellung", "zugehörigen Bestellungen")}`;
  },
  eraseSubmit: "Endgültig löschen",
  erased: (name) => `${name} ist endgültig gelöscht`,
  noUndo: "Gelöschte Kundendaten lassen sich nicht wiederherstellen.",
};
