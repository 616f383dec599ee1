import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const finding: AllTexts["finding"] = {
  results: "Resultados de la búsqueda",
  count: (count) => plural(count, "resultado", "resultados"),
  didYouMean: (text) => `¿Quisiste decir «${text}»?`,
  lists: "Mostrar los animales de",
  all: (text) => `Todos los animales que coinciden con «${text}»`,
  note: "Nota",
  order: "Pedido",
  recent: "Búsquedas recientes",
  forget: "Olvidar las búsquedas recientes",
  scan: "Leer un código con la cámara",
  scanHelp: "Pon un código de barras o el código de una ficha de jaula delante de la cámara.",
  stopScan: "Cerrar la cámara",
  noCamera: "No se puede usar la cámara. Permítela en los ajustes del navegador o escribe el número.",
  unavailable: (status) => `${status}, no se puede pedir`,
  orMore: (animals) => `${animals} o más`,
  without: (filter, animals) => `Sin ${filter}: ${animals}`,
};
