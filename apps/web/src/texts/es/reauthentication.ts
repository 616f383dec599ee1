import type { AllTexts } from "../translations";

export const reauthentication: AllTexts["reauthentication"] = {
  title: "¿Sigues siendo tú?",
  detail: "Hace más de 10\u00a0minutos que no lo demuestras. Hazlo de nuevo y continuará lo que estabas haciendo.",
  wrong: "no es tu contraseña",
  cancelled: "Lo cancelaste.",
};
