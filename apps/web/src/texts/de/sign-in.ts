import type { AllTexts } from "../all-texts";

export const signIn: AllTexts["signIn"] = {
  title: "Bei Pet Store anmelden",
  email: "E-Mail",
  password: "Passwort",
  showPassword: "Passwort anzeigen",
  submit: "Anmelden",
  submitting: "Anmelden …",
  help: "Kein Konto, oder Passwort vergessen? Bitten Sie die Inhaberschaft um eine Einladung; sie erstellt sie auf der Seite Team.",
  codeTitle: "Noch ein Schritt",
  codeDetail: "Ihr Passwort stimmt. Zeigen Sie jetzt mit Ihrem zweiten Faktor, dass Sie es sind.",
  recoveryCode: "Wiederherstellungscode",
  recoveryCodeHelp: "Einer von denen, die Sie aufbewahrt haben. Er gilt einmal.",
  toRecoveryCode: "Wiederherstellungscode verwenden",
  toApp: "Code aus der App verwenden",
  wrongCode: "ist falsch oder schon benutzt",
  startAgain: "Von vorn beginnen",
  codeEnded: "Diese Anmeldung ist abgelaufen. Beginnen Sie neu mit Ihrem Passwort.",
  wrong: "E-Mail oder Passwort ist falsch.",
  disabled: "Dieses Konto ist gesperrt. Bitten Sie die Inhaberschaft, es zu entsperren.",
  tooMany: (seconds) =>
    `Zu viele Versuche. Warten Sie ${seconds === 1 ? "1 Sekunde" : `${seconds} Sekunden`}, und versuchen Sie es dann erneut.`,
  endedTitle: "Ihre Sitzung ist abgelaufen",
  ended: (name) =>
    `Melden Sie sich wieder an, ${name}, um dort weiterzumachen, wo Sie waren. Ihre Eingaben sind noch da.`,
  unconfirmed: "Die Abmeldung ließ sich nicht bestätigen: Dieser Browser ist vielleicht noch angemeldet.",
  otherAccount: "Mit anderem Konto anmelden",
};
