import type { AllTexts } from "../all-texts";

export const reauthentication: AllTexts["reauthentication"] = {
  title: "Sind Sie es noch?",
  detail:
    "Ihre letzte Bestätigung liegt mehr als 10 Minuten zurück. Bestätigen Sie noch einmal, dass Sie es sind; danach geht es weiter, wo Sie waren.",
  wrong: "das ist nicht Ihr Passwort",
  cancelled: "Sie haben die Bestätigung abgebrochen.",
};
