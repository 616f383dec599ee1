import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const finding: AllTexts["finding"] = {
  results: "Suchergebnisse",
  count: (count) => plural(count, "Ergebnis", "Ergebnisse"),
  didYouMean: (text) => `Meinten Sie „${text}“?`,
  lists: "Die Tiere zeigen von",
  all: (text) => `Alle Tiere, die zu „${text}“ passen`,
  note: "Notiz",
  order: "Bestellung",
  recent: "Letzte Suchen",
  forget: "Letzte Suchen vergessen",
  scan: "Code mit der Kamera lesen",
  scanHelp: "Halten Sie einen Strichcode oder den Code einer Käfigkarte vor die Kamera.",
  stopScan: "Kamera schließen",
  noCamera:
    "Die Kamera lässt sich nicht nutzen. Erlauben Sie sie in den Einstellungen des Browsers, oder tippen Sie die Nummer ein.",
  unavailable: (status) => `${status}, nicht bestellbar`,
  orMore: (animals) => `${animals} oder mehr`,
  without: (filter, animals) => `Ohne ${filter}: ${animals}`,
};
