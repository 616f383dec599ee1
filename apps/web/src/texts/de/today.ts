import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { statusWord } from "./words";

export const today: AllTexts["today"] = {
  title: "Heute",
  addAnimal: "Tier erfassen",
  importFile: "Datei importieren",
  counts: "Tiere nach Status",
  look: "Ansehen",
  lookOf: (name) => `Ansehen: ${name}`,
  todo: { title: "Zu erledigen", next: "Nächstes in Zu erledigen", previous: "Voriges in Zu erledigen" },
  added: { title: "Zuletzt erfasst", all: "Alle Tiere" },
  orders: {
    all: "Alle Bestellungen",
    placed: (count) => `${count} zu bestätigen`,
    approved: (count) => `${count} zu übergeben`,
    atLeast: (count) => `${count}+`,
    order: (id) => `Bestellung ${id}`,
    animal: (id) => `Tier ${id}`,
    approve: "Bestätigen",
    approveOf: (id) => `Bestellung ${id} bestätigen`,
    deliver: "Übergeben",
    deliverOf: (id) => `Bestellung ${id} auf der Seite Bestellungen übergeben`,
    isApproved: (id) => `Bestellung ${id} ist bestätigt`,
    nowIs: (id, status) => `Bestellung ${id} ist schon ${status.toLowerCase()}`,
  },
  empty: {
    title: "Es gibt noch keine Tiere",
    detail: "Erfassen Sie das erste von Hand, oder importieren Sie eine Liste, die Sie als Datei haben.",
    detailClerk: "Erfassen Sie das erste von Hand.",
  },
  pending: {
    unchanged: "Zuletzt geändert",
    more: (count) => `${plural(count, "weiteres Tier", "weitere Tiere")} lange ${statusWord("pending")}`,
  },
  unnamed: {
    name: "Benennen",
    nameOf: (id) => `Benennen: Kategorie ${id}`,
    category: (id) => `Kategorie ${id} hat keinen Namen`,
    animals: (count) => plural(count, "Tier", "Tiere"),
    more: (count) => `${plural(count, "weitere Kategorie", "weitere Kategorien")} ohne Namen`,
  },
  keys: {
    ends: "endet",
    lastFour: (characters) => `…${characters}`,
    calls: (count, operations) => `${plural(count, "Aufruf", "Aufrufe")} von ${operations}; wird abgeschaltet`,
    more: (count) => `${plural(count, "weiterer Schlüssel", "weitere Schlüssel")} zu prüfen`,
  },
  webhooks: {
    off: "Aus",
    more: (count) => plural(count, "weiterer Webhook ist aus", "weitere Webhooks sind aus"),
  },
  imports: {
    leftOut: (count) => `${plural(count, "Zeile", "Zeilen")} ausgelassen`,
    look: "Erneut importieren",
    more: (count) => `${plural(count, "weiterer Import", "weitere Importe")} mit ausgelassenen Zeilen`,
  },
  stock: {
    title: "Nach Kategorie",
    total: "Gesamt",
    caption: "Tiere nach Kategorie und Status",
    category: "Kategorie",
    showAll: (count) => (count === 1 ? "Zur Kategorie" : `Alle ${formatNumber(count)} Kategorien`),
    none: "Noch keine Tiere.",
  },
  activity: {
    title: (days) => `Die letzten ${days} Tage`,
    chart: (days) => `Tiere an jedem der letzten ${days} Tage: erfasst und ${statusWord("sold")}`,
    sums: (added, sold) =>
      `${plural(added, "Tier wurde", "Tiere wurden")} einzeln erfasst und ${formatNumber(sold)} ${statusWord("sold")}.`,
    most: {
      added: (count, day) => `Die meisten wurden am ${day} erfasst: ${count}.`,
      sold: (count, day) => `Die meisten wurden am ${day} ${statusWord("sold")}: ${count}.`,
    },
    mostOften: {
      added: (count, days) => `Die meisten wurden an ${plural(days, "Tag", "Tagen")} erfasst: je ${count}.`,
      sold: (count, days) =>
        `Die meisten wurden an ${plural(days, "Tag", "Tagen")} ${statusWord("sold")}: je ${count}.`,
    },
    pick: "Tag ablesen",
    values: (day, added, imported, sold, ordered) =>
      `${day}: ${added} erfasst, ${imported} importiert, ${sold} ${statusWord("sold")}, ${plural(ordered, "Bestellung", "Bestellungen")} eingegangen`,
    period: (days) => `${days} Tage`,
    range: "Gezeigte Tage",
    day: "Tag",
    added: "Erfasst",
    imported: "Importiert",
    sold: "Verkauft",
    ordered: "Bestellt",
    asTable: "Als Tabelle anzeigen",
    asChart: "Als Diagramm anzeigen",
  },
  changes: {
    title: "Letzte Änderungen",
    all: "Alle Änderungen",
    none: "Noch hat sich nichts geändert.",
  },
};
