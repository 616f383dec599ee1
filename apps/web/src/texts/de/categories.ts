import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";

const animals = (count: number) => plural(count, "Tier", "Tiere");
const ofAnimals = (count: number) => plural(count, "Tier", "Tieren");

export const categories: AllTexts["categories"] = {
  title: "Kategorien",
  animals,
  description: (count, unnamed) =>
    unnamed === 0
      ? plural(count, "Kategorie", "Kategorien")
      : `${plural(count, "Kategorie", "Kategorien")}, ${formatNumber(unnamed)} ohne Namen`,
  search: "Kategorien suchen",
  found: (count) => plural(count, "Kategorie gefunden", "Kategorien gefunden"),
  sorts: { name: "Nach Name", count: "Meiste Tiere zuerst" },
  showMore: (count) => `${formatNumber(count)} weitere anzeigen`,
  columns: { name: "Name", total: "Tiere" },
  inCategory: (name) => `in ${name}`,
  none: "–",
  noName: "noch kein Name",
  nameIt: "Benennen",
  rename: (name) => `${name} umbenennen`,
  nameLabel: (name) => `Neuer Name von ${name}`,
  mergeOf: (name) => `${name} mit einer anderen Kategorie vereinen`,
  deleteOf: (name) => `${name} löschen`,
  taken: "Eine andere Kategorie heißt schon so. Wählen Sie einen anderen Namen, oder vereinen Sie die beiden.",
  renamed: (name) => `Name ${name} gespeichert`,
  emptyTitle: "Noch keine Kategorien",
  empty:
    "Kategorien ordnen die Tiere: Hunde, Katzen, Fische. Erstellen Sie die erste, oder importieren Sie Tiere, die eine haben.",
  noMatchTitle: "Keine passende Kategorie",
  nextRow: "Nächste Kategorie",
  previousRow: "Vorige Kategorie",
  create: {
    action: "Neue Kategorie",
    name: "Name",
    submit: "Kategorie erstellen",
    done: (name) => `${name} erstellt`,
  },
  remove: {
    title: (name) => `${name} löschen?`,
    description: "Sie hat keine Tiere. Eine neue Kategorie mit diesem Namen bekommt eine andere Nummer.",
    done: (name) => `${name} gelöscht`,
  },
  merge: {
    action: "Vereinen",
    title: (name) => `${name} vereinen`,
    description: "Alle ihre Tiere wechseln in die Kategorie, die Sie wählen.",
    into: "Mit welcher Kategorie?",
    noTarget: "Keine andere Kategorie passt",
    narrow: (count) => `${plural(count, "weitere passt", "weitere passen")}: Tippen Sie, um sie einzugrenzen`,
    preview: (count, from, into) =>
      count === 0
        ? `${from} hat keine Tiere. Die Kategorie fällt weg; ${into} bleibt, wie sie ist.`
        : `${animals(count)} ${count === 1 ? "wechselt" : "wechseln"} von ${from} zu ${into}. Die Kategorie ${from} fällt weg.`,
    noUndo: "Das lässt sich nicht rückgängig machen: Die Tiere müssten einzeln zurückverschoben werden.",
    managersOnly: (limit) =>
      `Die Kategorie hat mehr als ${formatNumber(limit)} Tiere, und das Vereinen lässt sich nicht rückgängig machen: Bitten Sie die Leitung oder die Inhaberschaft darum.`,
    now: "Jetzt",
    after: "Danach",
    change: "Andere wählen",
    submit: (into) => `Mit ${into} vereinen`,
    done: (from, into, count) => `${from} mit ${into} vereint: ${into} hat jetzt ${animals(count)}`,
    progress: "Verschobene Tiere",
    moved: (moved, total) => `${formatNumber(moved)} von ${ofAnimals(total)} verschoben`,
    mayClose: "Sie können dieses Fenster schließen: Das Vereinen läuft weiter.",
  },
};
