import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const usualPage: AllTexts["usualPage"] = {
  open: (name) => `Einzelheiten zu ${name}`,
  nextRow: "Nächste Zeile",
  previousRow: "Vorige Zeile",
  shown: (count) => `${plural(count, "Zeile", "Zeilen")} auf dieser Seite`,
  added: (name) => `${name} erfasst`,
  saved: (name) => `${name} gespeichert`,
  gone: "Es gibt den Eintrag nicht mehr",
  goneDetail: "Jemand hat ihn gelöscht. Auf der Seite Verlauf lässt sich das rückgängig machen.",
};
