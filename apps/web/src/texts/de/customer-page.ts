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
  noMatchDetail: "Niemand hat diesen Text im Namen, in der E-Mail-Adresse oder in der Telefonnummer.",
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
};
