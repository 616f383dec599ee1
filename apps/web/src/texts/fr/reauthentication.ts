import type { AllTexts } from "../all-texts";

export const reauthentication: AllTexts["reauthentication"] = {
  title: "Est-ce toujours vous ?",
  detail:
    "Vous l’avez confirmé pour la dernière fois il y a plus de 10 minutes. Confirmez-le à nouveau pour poursuivre votre action.",
  wrong: "ce n’est pas votre mot de passe",
  cancelled: "Vous avez annulé la confirmation.",
};
