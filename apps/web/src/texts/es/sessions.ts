import type { AllTexts } from "../all-texts";

export const sessions: AllTexts["sessions"] = {
  device: (browser, system) => `${browser} en ${system}`,
  unknownDevice: "Navegador desconocido",
  thisBrowser: "Este navegador",
  signedIn: "Sesión iniciada",
  from: (address) => `desde ${address}`,
  until: "Termina a más tardar",
  end: "Cerrar",
  endOf: (device) => `Cerrar la sesión: ${device}`,
  ended: "Se cerró la sesión",
  none: "Sin sesiones abiertas",
  password: "Contraseña",
  newPassword: "Nueva contraseña",
  passwordHelp: "De 12 a 128\u00a0caracteres y difícil de adivinar.",
  show: "Mostrar lo que se escribe",
  keysRevoked: "Estas claves se revocaron; los programas que las usaban ya no tienen acceso:",
  keysWorking: "Estas claves siguen funcionando: no dejan de valer al cambiar la contraseña:",
  keyOf: (name, lastFour) => `${name} (…${lastFour})`,
};
