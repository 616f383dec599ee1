import type { AllTexts } from "../all-texts";

export const enrolment: AllTexts["enrolment"] = {
  title: "Configura un segundo factor",
  detail: (name) =>
    `${name}, la tienda pide algo más que una contraseña a las cuentas como la tuya. Elige lo que prefieras usar; podrás añadir la otra opción más adelante.`,
  app: "Una aplicación en tu teléfono",
  appDetail: "Muestra un código que escribes después de la contraseña.",
  passkey: "Una llave de acceso",
  passkeyDetail:
    "Tu huella, tu cara, el bloqueo de este dispositivo o una llave de seguridad, en lugar de la contraseña.",
};
