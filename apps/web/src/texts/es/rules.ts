import { formatNumber } from "../numbers";
import type { AllTexts } from "../all-texts";

export const rules: AllTexts["rules"] = {
  required: "Es obligatorio",
  choice: "Elige un elemento de la lista",
  number: "Debe ser un número",
  whole: "Debe ser un número entero",
  least: (count: number) => `Debe ser como mínimo ${formatNumber(count)}`,
  most: (count: number) => `Debe ser como máximo ${formatNumber(count)}`,
  longest: (count: number) => `Debe tener ${formatNumber(count)} caracteres como máximo`,
  entries: (count: number) => `Debe tener ${formatNumber(count)} elementos como máximo`,
  characters: "Contiene caracteres que no se pueden guardar",
  email: "Debe ser una dirección de correo electrónico",
  phone: "Debe ser un número de teléfono: cifras, espacios y + ( ) - . /",
  digits: (count: number) => `Debe tener ${formatNumber(count)} cifras`,
  decimals: (count: number) => `Debe tener como máximo ${formatNumber(count)} decimales`,
  moment: "Debe ser una fecha con hora",
  url: (count: number) =>
    `Debe ser una dirección https de ${formatNumber(count)} caracteres como máximo, sin nombre de usuario, contraseña ni fragmento`,
  change: "Cambia algo primero",
  options: "Añade al menos una opción",
  visible: "Debe tener un carácter visible",
  timeZone: "Elige una zona horaria de la lista",
  currency: "Elige una moneda de la lista",
  placeholder: "Tiene entre llaves una palabra que no representa nada: usa las de la lista",
  picture: "Elige una imagen",
};
