import type { AllTexts } from "../all-texts";

export const sessions: AllTexts["sessions"] = {
  device: (browser, system) => `${browser} sur ${system}`,
  unknownDevice: "Navigateur inconnu",
  thisBrowser: "Ce navigateur",
  signedIn: "Connexion",
  from: (address) => `depuis ${address}`,
  until: "Fin au plus tard",
  end: "Déconnecter",
  endOf: (device) => `Déconnecter la session : ${device}`,
  ended: "La session est déconnectée",
  none: "Aucune session ouverte",
  password: "Mot de passe",
  newPassword: "Nouveau mot de passe",
  passwordHelp: "De 12 à 128 caractères, et difficile à deviner.",
  show: "Afficher la saisie",
  keysRevoked: "Ces clés ont été révoquées ; les programmes qui les utilisaient sont désormais refusés :",
  keysWorking: "Ces clés fonctionnent toujours, car elles ne dépendent pas du mot de passe :",
  keyOf: (name, lastFour) => `${name} (…${lastFour})`,
};
