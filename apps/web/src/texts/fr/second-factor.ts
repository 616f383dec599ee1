import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const secondFactor: AllTexts["secondFactor"] = {
  title: "Second facteur",
  detail:
    "Un code d’une application sur votre téléphone, en plus du mot de passe : qui apprend votre mot de passe ne peut pas se connecter.",
  on: "Activé",
  off: "Désactivé",
  codesLeft: (count) => plural(count, "code de secours restant", "codes de secours restants"),
  noCodesLeft: "Plus aucun code de secours : créez-en de nouveaux maintenant.",
  setUp: "Configurer une application",
  setUpTitle: "Configurer une application d’authentification",
  scan: "Scannez ceci avec une application d’authentification, par exemple celle de votre gestionnaire de mots de passe.",
  qrCode: "Code QR pour l’application d’authentification",
  secretLabel: "Ou saisissez cette clé dans l’application",
  code: "Code de l’application",
  codeHelp: "6 chiffres, qui changent toutes les 30 secondes.",
  wrongCode: "code incorrect ou déjà utilisé : saisissez celui que l’application affiche maintenant",
  turnOn: "Activer",
  turnedOn: "Votre second facteur est activé",
  newCodes: "Nouveaux codes de secours",
  newCodesTitle: "Créer de nouveaux codes de secours ?",
  newCodesDetail: "Les codes que vous avez cessent de fonctionner.",
  codesTitle: "Conservez ces codes de secours",
  codesLabel: "Codes de secours",
  codesDetail:
    "Ils ne sont affichés que cette fois. Chacun permet une connexion, si vous perdez votre téléphone. Imprimez-les, ou mettez-les dans votre gestionnaire de mots de passe.",
  codesFile: "pet-store-codes-de-secours.txt",
  codesKept: "Codes conservés : continuer",
  turnOff: "Désactiver",
  turnOffTitle: "Désactiver le second facteur ?",
  turnOffDetail:
    "L’application et les codes de secours cessent de fonctionner. Le mot de passe seul suffira alors pour se connecter.",
  isLast: "Le magasin exige un second facteur de votre compte. Configurez-en d’abord un autre.",
  turnedOff: "Votre second facteur est désactivé",
};
