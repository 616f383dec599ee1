import type { AllTexts } from "../all-texts";

export const reauthentication: AllTexts["reauthentication"] = {
  title: "¿Sigues siendo tú?",
  detail:
    "Lo confirmaste por última vez hace más de 10\u00a0minutos. Confírmalo de nuevo y continuará lo que estabas haciendo.",
  wrong: "esa no es tu contraseña",
  cancelled: "Cancelaste la confirmación.",
};
