import type { AllTexts } from "../all-texts";

export const enrolment: AllTexts["enrolment"] = {
  title: "Zweiten Faktor einrichten",
  detail: (name) =>
    `${name}, für Konten wie Ihres reicht ein Passwort allein nicht aus. Wählen Sie, was Sie nutzen möchten; das andere können Sie später hinzufügen.`,
  app: "Eine App auf Ihrem Telefon",
  appDetail: "Sie zeigt einen Code an, den Sie nach Ihrem Passwort eingeben.",
  passkey: "Ein Passkey",
  passkeyDetail:
    "Ihr Fingerabdruck, Ihr Gesicht, die Gerätesperre oder ein Sicherheitsschlüssel anstelle des Passworts.",
};
