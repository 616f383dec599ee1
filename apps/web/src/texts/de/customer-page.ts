import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const customerPage: AllTexts["customerPage"] = {
  title: "Kundschaft",
  description: "Alle, die bestellt haben oder bestellen wollen.",
  new: "Neue Person",
  empty: "Noch keine Kundschaft",
  emptyDetail: "Erfassen Sie jemanden hier oder zusammen mit einer Bestellung.",
  search: "Kundschaft suchen",
  searchHint: "Name, E-Mail oder Telefon",
  noMatch: "Keine passende Person",
  shown: (count) => `${plural(count, "Person", "Personen")} auf dieser Seite`,
  changed: "Zuletzt geändert",
  allOrders: "Alle Bestellungen",
  latestOrders: (count) => `Das sind die letzten ${count} Bestellungen.`,
  create: {
    description: "Ein Name genügt. Eine Bestellung kann jederzeit folgen.",
    done: (name) => `${name} erfasst`,
    noUndo: "Eine erfasste Person löscht die Leitung oder die Inhaberschaft.",
    openOther: (name) => `${name} öffnen`,
    openTaken: "Diese Person öffnen",
  },
  same: {
    title: "Vielleicht dieselbe Person",
    name: "Gleicher Name",
    phone: "Gleiche Telefonnummer mit anderer Vorwahl",
    merge: "Vereinen",
    mergeWith: (name) => `Mit ${name} vereinen`,
    newest: (count) => `Nur die neuesten ${count} sind aufgeführt.`,
  },
  merge: {
    title: "Zwei Einträge vereinen",
    noUndo: "Das lässt sich nicht rückgängig machen.",
    orders: (count, hasMore) => {
      if (count === 0) return "Ein Eintrag bleibt. Der andere hat keine Bestellungen und wird gelöscht.";
      const orders = hasMore ? `mehr als ${count} Bestellungen` : plural(count, "Bestellung", "Bestellungen");
      return `Ein Eintrag bleibt und bekommt ${orders} des anderen, der gelöscht wird.`;
    },
    field: "Feld",
    stays: "Bleibt",
    lost: "Geht verloren",
    swap: "Den anderen behalten",
    submit: "Vereinen",
    moved: (count) => `${plural(count, "Bestellung", "Bestellungen")} verschoben`,
    done: (name, count) =>
      count === 0
        ? `Mit ${name} vereint`
        : `Mit ${name} vereint: ${plural(count, "Bestellung", "Bestellungen")} verschoben`,
  },
};
