import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const secondFactor: AllTexts["secondFactor"] = {
  title: "Segundo factor",
  detail:
    "Un código de una aplicación de tu teléfono, además de la contraseña: quien descubra tu contraseña no podrá iniciar sesión.",
  on: "Activado",
  off: "Desactivado",
  codesLeft: (count) => plural(count, "código de recuperación disponible", "códigos de recuperación disponibles"),
  noCodesLeft: "No te quedan códigos de recuperación: obtén nuevos ahora.",
  setUp: "Configurar aplicación",
  setUpTitle: "Configurar una aplicación de autenticación",
  scan: "Escanea esto con una aplicación de autenticación, como la de tu gestor de contraseñas.",
  qrCode: "Código QR para la aplicación de autenticación",
  secretLabel: "O escribe esta clave en la aplicación",
  code: "Código de la aplicación",
  codeHelp: "6 cifras, que cambian cada 30\u00a0segundos.",
  wrongCode: "es incorrecto o ya se usó: escribe el que la aplicación muestra ahora",
  turnOn: "Activar",
  turnedOn: "Tu segundo factor está activado",
  newCodes: "Nuevos códigos de recuperación",
  newCodesTitle: "¿Crear nuevos códigos de recuperación?",
  newCodesDetail: "Los códigos que tienes dejarán de funcionar.",
  codesTitle: "Guarda estos códigos de recuperación",
  codesLabel: "Códigos de recuperación",
  codesDetail:
    "Se muestran solo esta vez. Cada uno sirve para iniciar sesión una vez, por si pierdes tu teléfono. Imprímelos o ponlos en tu gestor de contraseñas.",
  codesFile: "pet-store-codigos-de-recuperacion.txt",
  codesKept: "Los he guardado: continuar",
  turnOff: "Desactivar",
  turnOffTitle: "¿Desactivar el segundo factor?",
  turnOffDetail:
    "La aplicación y los códigos de recuperación dejarán de funcionar. A partir de entonces, bastará la contraseña para iniciar sesión.",
  isLast: "La tienda exige un segundo factor a tu cuenta. Configura antes otro.",
  turnedOff: "Tu segundo factor está desactivado",
};
