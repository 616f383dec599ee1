import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { inSentence } from "./words";

const animals = (count: number) => plural(count, "Tier", "Tiere");
const ofAnimals = (count: number) => plural(count, "Tier", "Tieren");

export const actions: AllTexts["actions"] = {
  many: {
    status: (count, status) => `markierte ${animals(count)} als ${inSentence(status)}`,
    category: (count) => `verschob ${animals(count)} in die Kategorie`,
    attribute: (count, label) => `änderte ${label} bei ${ofAnimals(count)}`,
    "pet.create": (count) => `erfasste ${animals(count)}`,
    "pet.update": (count) => `änderte ${animals(count)}`,
    "pet.delete": (count) => `löschte ${animals(count)}`,
    "pet.restore": (count) => `widerrief die Löschung von ${ofAnimals(count)}`,
    "profile.update": (count) => `änderte die Angaben zu ${ofAnimals(count)}`,
  },
  undid: (count) => `machte ${plural(count, "Änderung", "Änderungen")} rückgängig`,
  undoAll: "Alles rückgängig",
  undoAllOf: (title) => `Alles rückgängig machen: ${title}`,
  undoing: (done, total) => `${formatNumber(done)} von ${formatNumber(total)} zurückgesetzt`,
  states: { undone: "Rückgängig gemacht", partly_undone: "Teilweise rückgängig gemacht" },
  stopUndo: "Rückgängigmachen anhalten",
  waiting: "Nach drei Versuchen angehalten",
  resume: "Fortsetzen",
  drop: "Verwerfen",
  whyNot: {
    expired: "Es liegt mehr als 30 Tage zurück.",
    not_yours:
      "Das war jemand anderes: Nur diese Person, die Leitung und die Inhaberschaft können es rückgängig machen.",
    scope: "Leitung und Inhaberschaft können es rückgängig machen.",
  },
  left: (name, reason) => `${name}: ${reason}`,
  reasons: {
    changed: "seither geändert",
    reserved: "für eine offene Bestellung reserviert",
    gone: "seither gelöscht",
    unfit: "nimmt die alten Werte nicht mehr an",
  },
  unfit: {
    photo: "das Tier hat keinen Platz dafür",
    note: "das Tier hat keinen Platz dafür",
    category: "eine andere Kategorie hat den Namen",
    attribute: "der frühere Stand ist nicht mehr möglich",
    store: "ein anderer Status hat den Namen",
  },
  wasLeft: (count) => `${animals(count)} ${count === 1 ? "blieb" : "blieben"} unverändert`,
  wasLeftOf: (count) => `${plural(count, "Änderung wurde", "Änderungen wurden")} nicht zurückgesetzt`,
  decide: "Feld für Feld entscheiden",
  changedNothing: "Es war nichts geändert worden, also gab es nichts zurückzunehmen",
  noFields: "Es gibt kein Feld zu entscheiden",
  noFieldsDetail: "Seitdem haben sich nur Details geändert. Öffnen Sie das Tier, um sie zu ändern.",
  andMore: (count) => `${formatNumber(count)} weitere, die der Verlauf nennt`,
  unreached: (count) => `${plural(count, "Änderung", "Änderungen")} noch nicht zurückgesetzt`,
  back: (count) => `${plural(count, "Änderung", "Änderungen")} zurückgesetzt`,
};
