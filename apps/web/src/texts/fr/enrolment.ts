import type { AllTexts } from "../all-texts";

export const enrolment: AllTexts["enrolment"] = {
  title: "Configurer un second facteur",
  detail: (name) =>
    `${name}, le magasin demande plus qu’un mot de passe aux comptes comme le vôtre. Choisissez ce que vous préférez ; vous pourrez ajouter l’autre plus tard.`,
  app: "Une application sur votre téléphone",
  appDetail: "Elle affiche un code à saisir après votre mot de passe.",
  passkey: "Une clé d’accès",
  passkeyDetail:
    "Votre empreinte, votre visage, le verrouillage de cet appareil ou une clé de sécurité, à la place du mot de passe.",
};
