import type { AllTexts } from "../all-texts";

export const sessions: AllTexts["sessions"] = {
  device: (browser, system) => `${browser} auf ${system}`,
  unknownDevice: "Unbekannter Browser",
  thisBrowser: "Dieser Browser",
  signedIn: "Angemeldet",
  from: (address) => `von ${address}`,
  until: "Endet spätestens",
  end: "Beenden",
  endOf: (device) => `Sitzung beenden: ${device}`,
  ended: "Die Sitzung ist beendet",
  none: "Nirgends angemeldet",
  password: "Passwort",
  newPassword: "Neues Passwort",
  passwordHelp: "12 bis 128 Zeichen und nicht leicht zu erraten.",
  show: "Eingabe anzeigen",
  keysRevoked: "Diese Schlüssel wurden widerrufen; Programme, die sie nutzten, werden jetzt abgewiesen:",
  keysWorking: "Diese Schlüssel gelten weiter, denn Schlüssel hängen nicht am Passwort:",
  keyOf: (name, lastFour) => `${name} (…${lastFour})`,
};
