import { formatNumber } from "../numbers";
import type { AllTexts } from "../all-texts";

export const rules: AllTexts["rules"] = {
  required: "Muss angegeben werden",
  choice: "Wählen Sie einen Eintrag der Liste",
  number: "Muss eine Zahl sein",
  whole: "Muss eine ganze Zahl sein",
  least: (count: number) => `Muss mindestens ${formatNumber(count)} sein`,
  most: (count: number) => `Darf höchstens ${formatNumber(count)} sein`,
  longest: (count: number) => `Darf höchstens ${formatNumber(count)} Zeichen haben`,
  entries: (count: number) => `Darf höchstens ${formatNumber(count)} Einträge haben`,
  characters: "Enthält Zeichen, die nicht gespeichert werden können",
  email: "Muss eine E-Mail-Adresse sein",
  phone: "Muss eine Telefonnummer sein: Ziffern, Leerzeichen und + ( ) - . /",
  digits: (count: number) => `Muss aus ${formatNumber(count)} Ziffern bestehen`,
  decimals: (count: number) => `Darf höchstens ${formatNumber(count)} Nachkommastellen haben`,
  moment: "Muss ein Datum mit Uhrzeit sein",
  url: (count: number) =>
    `Muss eine https-Adresse mit höchstens ${formatNumber(count)} Zeichen sein, ohne Benutzernamen, Passwort und Fragment`,
  change: "Ändern Sie zuerst etwas",
  options: "Fügen Sie mindestens eine Option hinzu",
  visible: "Braucht ein sichtbares Zeichen",
  timeZone: "Wählen Sie eine Zeitzone der Liste",
  currency: "Wählen Sie eine Währung der Liste",
  placeholder: "Enthält ein Wort in geschweiften Klammern, das für nichts steht: verwenden Sie die aufgeführten",
  picture: "Wählen Sie ein Bild",
};
