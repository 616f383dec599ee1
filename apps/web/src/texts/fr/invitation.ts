import type { AllTexts } from "../all-texts";

export const invitation: AllTexts["invitation"] = {
  title: "Votre invitation à Pet Store",
  welcome: (name) => `Bienvenue, ${name}`,
  detail: "Choisissez un mot de passe. Il vous servira désormais à vous connecter avec cette adresse e-mail.",
  until: "L’invitation est valable jusqu’au",
  password: "Votre mot de passe",
  submit: "Définir et se connecter",
  codeDetail: "Ouvrez le lien reçu des propriétaires du magasin, ou tapez ici son code.",
  code: "Code ou lien de l’invitation",
  show: "Continuer",
  invalid:
    "Cette invitation ne fonctionne pas : elle a servi, a été remplacée par une autre, ou date de plus de 72 heures. Demandez-en une nouvelle aux propriétaires du magasin.",
  otherCode: "Utiliser un autre code",
  toSignIn: "Aller à la page de connexion",
  otherSession: (name) => `${name} a une session ouverte dans ce navigateur. Elle prend fin si vous continuez.`,
};
