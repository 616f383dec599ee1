import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const keys: AllTexts["keys"] = {
  title: "Schlüssel",
  description: "Schlüssel sind für Programme, etwa den Webshop oder eine Kasse. Personen melden sich an.",
  managersOnly: "Schlüssel verwalten Leitung und Inhaberschaft",
  managersOnlyDetail: "Wenden Sie sich an sie, wenn ein Programm einen Schlüssel braucht.",
  new: "Neuer Schlüssel",
  filter: "Welche Schlüssel anzeigen",
  states: { active: "Gültig", expired: "Abgelaufen", revoked: "Widerrufen" },
  filters: { active: "Gültig", expired: "Abgelaufen", revoked: "Widerrufen", all: "Alle" },
  scopes: { read: "Lesen", write: "Lesen und ändern", admin: "Alles" },
  scopeDetails: {
    read: "Tiere, Kategorien und Bestellungen lesen",
    write: "Tiere, Kategorien und Bestellungen lesen und ändern",
    admin: "Alles: auch Schlüssel und den Verlauf aller Änderungen",
  },
  fields: {
    name: "Name",
    key: "Schlüssel",
    scope: "Darf",
    owner: "Gehört",
    created: "Erstellt",
    lastUsed: "Zuletzt genutzt",
    expires: "Läuft ab",
    revoked: "Widerrufen",
    parent: "Erstellt mit",
    state: "Zustand",
    actions: "Aktionen",
  },
  parent: (id) => `Schlüssel ${id}`,
  keyText: (prefix, lastFour) => `${prefix}…${lastFour}`,
  person: (name, email) => `${name} · ${email}`,
  neverUsed: "Noch nie",
  expiresNever: "Nie",
  soon: "Bald",
  oldCalls: (count) => plural(count, "alter Aufruf", "alte Aufrufe"),
  oldCallsTitle: "Aufrufe veralteter Operationen",
  oldCallsDetail:
    "Das Programm ruft Operationen auf, die abgeschaltet werden. Geben Sie denen Bescheid, die es betreuen; dies sind die Aufrufe der letzten 90 Tage.",
  oldCallsDay: "Tag",
  oldCallsOperation: "Operation",
  oldCallsCount: "Aufrufe",
  shown: (count) => `${formatNumber(count)} Schlüssel auf dieser Seite`,
  nextRow: "Nächster Schlüssel",
  previousRow: "Voriger Schlüssel",
  empty: "Es gibt noch keinen Schlüssel",
  emptyDetail:
    "Ein Programm, das mit Pet Store arbeitet, braucht einen Schlüssel: Erstellen Sie für jedes einen eigenen.",
  noMatch: "Kein Schlüssel hat diesen Zustand",
  open: (name) => `Details zu ${name}`,
  actionsOf: (name) => `Aktionen für ${name}`,
  rotate: "Erneuern",
  revoke: "Widerrufen",
  newDetail:
    "Erstellen Sie für jedes Programm einen eigenen: Dann lässt sich einer widerrufen, ohne die anderen Programme zu stören.",
  nameHelp: "Zum Beispiel das Programm, das ihn nutzt.",
  expiryLabel: "Läuft ab",
  expiryHelp: "Ein Schlüssel, der abläuft, begrenzt den Schaden, falls er je gestohlen wird.",
  days: (count) => `In ${plural(count, "Tag", "Tagen")}`,
  year: "In einem Jahr (365 Tage)",
  create: "Schlüssel erstellen",
  secretTitle: "Jetzt den Schlüssel kopieren",
  secretLabel: "Der Schlüssel",
  secretDetail:
    "Er wird nur dieses eine Mal angezeigt und nirgends gespeichert. Legen Sie ihn dort ab, wo das Programm seine Geheimnisse aufbewahrt, nie in einem Chat oder einer E-Mail.",
  lost: "Die Antwort ging verloren; vielleicht gibt es den Schlüssel, ohne dass ihn jemand gesehen hat. Steht er in der Liste, widerrufen Sie ihn und erstellen Sie einen neuen.",
  rotateTitle: (name) => `Schlüssel von ${name} erneuern`,
  rotateDetail:
    "Erstellt einen neuen Schlüssel mit demselben Namen, denselben Rechten und demselben Ablauf. Der alte gilt noch eine Weile.",
  overlapLabel: "Der alte Schlüssel endet",
  overlapHelp: "Lassen Sie sich Zeit, um den neuen Schlüssel im Programm zu hinterlegen.",
  overlaps: { now: "Sofort", hour: "In einer Stunde", day: "In einem Tag", week: "In einer Woche" },
  rotateSubmit: "Neuen Schlüssel erstellen",
  revokeTitle: (name) => `${name} widerrufen?`,
  revokeDetail:
    "Jedes Programm mit diesem Schlüssel wird ab der nächsten Anfrage abgewiesen. Das lässt sich nicht rückgängig machen; das Programm braucht dann einen neuen Schlüssel.",
  revokeWhich: (lastFour) => `Es ist der Schlüssel, der auf ${lastFour} endet.`,
  revokeUsed: "Zuletzt genutzt:",
  revokeUnused: "Noch kein Programm hat ihn genutzt.",
  revoked: (name) => `${name} widerrufen`,
  revokedWith: (name, count) =>
    count === 1
      ? `${name} und 1 damit erstellten Schlüssel widerrufen`
      : `${name} und ${formatNumber(count)} damit erstellte Schlüssel widerrufen`,
  descendants: (count) =>
    count === 1
      ? "Damit wurde ein Schlüssel erstellt, der noch gilt:"
      : `Damit wurden ${formatNumber(count)} Schlüssel erstellt, die noch gelten:`,
  moreDescendants: (count) => `und ${count} weitere`,
  revokeDescendants: "Auch diese widerrufen, falls jemand anderes den Schlüssel kennen könnte",
};
