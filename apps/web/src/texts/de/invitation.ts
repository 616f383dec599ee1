import type { AllTexts } from "../all-texts";

export const invitation: AllTexts["invitation"] = {
  title: "Ihre Einladung zu Pet Store",
  welcome: (name) => `Willkommen, ${name}`,
  detail: "Wählen Sie ein Passwort. Damit und mit dieser E-Mail-Adresse melden Sie sich künftig an.",
  until: "Die Einladung gilt bis",
  password: "Ihr Passwort",
  submit: "Passwort setzen und anmelden",
  codeDetail: "Öffnen Sie den Link, den Sie von der Inhaberschaft bekommen haben, oder geben Sie hier seinen Code ein.",
  code: "Code oder Link der Einladung",
  show: "Weiter",
  invalid:
    "Diese Einladung gilt nicht: Sie wurde schon benutzt, durch eine andere ersetzt oder ist älter als 72 Stunden. Bitten Sie die Inhaberschaft um eine neue.",
  otherCode: "Anderen Code verwenden",
  toSignIn: "Zur Anmeldung",
  otherSession: (name) => `In diesem Browser ist ${name} angemeldet. Wenn Sie fortfahren, endet diese Sitzung.`,
};
