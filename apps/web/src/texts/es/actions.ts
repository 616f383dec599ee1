import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../translations";
import { animals, statusOf } from "./words";

export const actions: AllTexts["actions"] = {
  many: {
    status: (count, status) => `marcó ${animals(count)} como ${statusOf(count, status)}`,
    category: (count) => `pasó ${animals(count)} a`,
    attribute: (count, label) => `cambió ${label} de ${animals(count)}`,
    "pet.create": (count) => `añadió ${animals(count)}`,
    "pet.update": (count) => `modificó ${animals(count)}`,
    "pet.delete": (count) => `eliminó ${animals(count)}`,
    "pet.restore": (count) => `recuperó ${animals(count)}`,
    "profile.update": (count) => `modificó los detalles de ${animals(count)}`,
  },
  undoAll: "Deshacer todo",
  undoAllOf: (title) => `Deshacer todo: ${title}`,
  undoing: (done, total) => `${formatNumber(done)} de ${formatNumber(total)} restaurados`,
  states: { undone: "Deshecho", partly_undone: "Deshecho en parte" },
  stopUndo: "Dejar de deshacer",
  waiting: "Detenido tras tres intentos",
  resume: "Reanudar",
  drop: "Descartar",
  whyNot: {
    expired: "Se hizo hace más de 30 días.",
    not_yours: "Lo hizo otra persona: pueden deshacerlo ella, los gerentes y los titulares.",
  },
  left: (name, reason) => `${name}: ${reason}`,
  reasons: {
    changed: "con cambios posteriores",
    reserved: "en un pedido abierto",
    gone: "eliminado después",
    unfit: "ya no admite los valores anteriores",
  },
  wasLeft: (count) => `${animals(count)} ${count === 1 ? "quedó como está" : "quedaron como están"}`,
  andMore: (count) => `${formatNumber(count)} más, que figuran en el Historial`,
  unreached: (count) => `${plural(count, "cambio", "cambios")} por deshacer`,
  back: (count) => plural(count, "cambio deshecho", "cambios deshechos"),
};
