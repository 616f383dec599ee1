import type { AllTexts } from "../translations";

export const reauthentication: AllTexts["reauthentication"] = {
  title: "Est-ce toujours vous ?",
  detail:
    "Vous ne l’avez pas prouvé depuis plus de 10 minutes. Confirmez-le encore une fois pour poursuivre votre action.",
  wrong: "n’est pas votre mot de passe",
  cancelled: "Vous avez annulé.",
};
