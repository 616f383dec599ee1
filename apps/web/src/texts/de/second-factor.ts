import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const secondFactor: AllTexts["secondFactor"] = {
  title: "Zweiter Faktor",
  detail:
    "Ein Code aus einer App auf Ihrem Telefon, zusätzlich zum Passwort: Wer Ihr Passwort erfährt, kann sich damit allein nicht anmelden.",
  on: "Ein",
  off: "Aus",
  codesLeft: (count) => `Noch ${plural(count, "Wiederherstellungscode", "Wiederherstellungscodes")}`,
  noCodesLeft: "Kein Wiederherstellungscode mehr übrig: Erstellen Sie jetzt neue.",
  setUp: "App einrichten",
  setUpTitle: "Authenticator-App einrichten",
  scan: "Scannen Sie dies mit einer Authenticator-App, zum Beispiel der Ihres Passwortmanagers.",
  qrCode: "QR-Code für die Authenticator-App",
  secretLabel: "Oder diesen Schlüssel in die App eingeben",
  code: "Code aus der App",
  codeHelp: "6 Ziffern, die sich alle 30 Sekunden ändern.",
  wrongCode: "ist falsch oder schon benutzt: Geben Sie den Code ein, den die App jetzt zeigt",
  turnOn: "Einschalten",
  turnedOn: "Ihr zweiter Faktor ist eingeschaltet",
  newCodes: "Neue Wiederherstellungscodes",
  newCodesTitle: "Neue Wiederherstellungscodes erstellen?",
  newCodesDetail: "Ihre bisherigen Codes gelten dann nicht mehr.",
  codesTitle: "Bewahren Sie diese Wiederherstellungscodes auf",
  codesLabel: "Wiederherstellungscodes",
  codesDetail:
    "Sie werden nur dieses eine Mal angezeigt. Mit jedem können Sie sich einmal anmelden, falls Sie Ihr Telefon verlieren. Drucken Sie sie aus, oder legen Sie sie in Ihrem Passwortmanager ab.",
  codesFile: "pet-store-wiederherstellungscodes.txt",
  codesKept: "Ich habe sie aufbewahrt: weiter",
  turnOff: "Ausschalten",
  turnOffTitle: "Zweiten Faktor ausschalten?",
  turnOffDetail:
    "Die App und die Wiederherstellungscodes gelten dann nicht mehr. Zum Anmelden genügt danach das Passwort.",
  isLast: "Ihr Konto braucht einen zweiten Faktor. Richten Sie zuerst einen anderen ein.",
  turnedOff: "Ihr zweiter Faktor ist ausgeschaltet",
};
