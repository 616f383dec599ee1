import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { animals, statusOf } from "./words";

export const undo: AllTexts["undo"] = {
  nothing: "No hay nada que deshacer",
  impossible: (action) => `Esto no se puede deshacer: ${action}`,
  noUndo: "Lo que hiciste antes se puede deshacer en la página Historial.",
  named: (action, name) => `${action}: ${name}`,
  waiting: (action) => `Espera a que termine otra operación de deshacer: ${action}`,
  saving: "Tu último cambio aún se está guardando",
  savingDetail: "Pulsa Deshacer otra vez cuando termine.",
  undoing: (action) => `Deshaciendo: ${action}`,
  progress: (done, total) => `${formatNumber(done)} de ${formatNumber(total)}`,
  done: {
    status: (name, status) => `El estado de ${name} vuelve a ser ${statusOf(1, status)}`,
    statuses: (count, status) =>
      `${plural(count, "animal marcado", "animales marcados")} de nuevo como ${statusOf(count, status)}`,
    name: (name, old) => `${name} vuelve a llamarse ${old}`,
    category: (name) => `${name} vuelve a su categoría`,
    categories: (count) =>
      count === 1 ? `${animals(count)} vuelve a su categoría` : `${animals(count)} vuelven a sus categorías`,
    add: (name) => `Se eliminó ${name}`,
    adds: (count) => plural(count, "animal eliminado", "animales eliminados"),
    deletion: (name) => `Se recuperó ${name}`,
    deletions: (count) => plural(count, "animal recuperado", "animales recuperados"),
    other: (name) => `${name} está como antes`,
    others: (count) => `${animals(count)} ${count === 1 ? "está" : "están"} como antes`,
  },
  unrestored: (count) => `${plural(count, "animal recuperado", "animales recuperados")} sin todos los detalles`,
  leftOut: "Sin restaurar: estos campos ya no admiten los valores anteriores",
};
