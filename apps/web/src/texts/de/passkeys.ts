import type { AllTexts } from "../all-texts";

export const passkeys: AllTexts["passkeys"] = {
  title: "Passkeys",
  detail:
    "Melden Sie sich mit Fingerabdruck, Gesicht, Gerätesperre oder einem Sicherheitsschlüssel an. Ein Passkey lässt sich weder erraten noch auf einer gefälschten Seite preisgeben.",
  none: "Sie haben noch keinen Passkey",
  add: "Passkey hinzufügen",
  addDetail: "Als Nächstes bittet Sie Ihr Browser, das Gerät zu entsperren oder den Sicherheitsschlüssel zu berühren.",
  added: (name) => `Passkey ${name} hinzugefügt`,
  name: "Name",
  nameHelp: "Unterscheidet ihn von anderen, zum Beispiel das Gerät, auf dem er liegt.",
  addedAt: "Hinzugefügt",
  usedAt: "zuletzt genutzt",
  neverUsed: "noch nicht genutzt",
  renameOf: (name) => `${name} umbenennen`,
  renamed: (name) => `Der Passkey heißt jetzt ${name}`,
  removeOf: (name) => `${name} entfernen`,
  removeTitle: (name) => `Passkey ${name} entfernen?`,
  removeDetail:
    "Sie können sich damit nicht mehr anmelden. Löschen Sie ihn auch auf dem Gerät oder im Passwortmanager, in dem er liegt.",
  removed: (name) => `Passkey ${name} entfernt`,
  use: "Mit Passkey anmelden",
  confirm: "Passkey verwenden",
  needsName: "An einer Adresse aus Zahlen nehmen Browser keine Passkeys an. Öffnen Sie Pet Store unter seinem Namen.",
  needsLocalhost:
    "An einer Adresse aus Zahlen nehmen Browser keine Passkeys an. Öffnen Sie diese Seite stattdessen als localhost.",
  openLocalhost: "Auf localhost öffnen",
  unsupported:
    "Dieser Browser kann hier keine Passkeys verwenden. Sie brauchen HTTPS und einen Browser der letzten Jahre.",
  exists: "Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.",
  wrongAddress: (name) => `Passkeys funktionieren hier nur unter der Adresse ${name}.`,
  refused:
    "Es wurde kein Passkey verwendet: Der Vorgang wurde abgebrochen, dauerte zu lange, oder auf diesem Gerät gibt es keinen für Pet Store.",
  failed:
    "Der Browser konnte keinen Passkey verwenden. Versuchen Sie es erneut, oder melden Sie sich mit Ihrem Passwort an.",
  notKnown: "Dieser Passkey ist hier nicht bekannt. Verwenden Sie einen anderen oder Ihr Passwort.",
};
