import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
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
  undid: (count) => `deshizo ${plural(count, "cambio", "cambios")}`,
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
    scope: "Los encargados y propietarios pueden deshacerlo.",
  },
  left: (name, reason) => `${name}: ${reason}`,
  reasons: {
    changed: "con cambios posteriores",
    reserved: "en un pedido abierto",
    gone: "eliminado después",
    unfit: "ya no admite los valores anteriores",
  },
  unfit: {
    photo: "el animal no tiene sitio para ella",
    note: "el animal no tiene sitio para ella",
    category: "otra categoría tiene su nombre",
    attribute: "lo que era antes ya no es posible",
    store: "otro estado tiene el nombre",
  },
  wasLeft: (count) => `${animals(count)} ${count === 1 ? "quedó como está" : "quedaron como están"}`,
  wasLeftOf: (count) => plural(count, "cambio no se ha deshecho", "cambios no se han deshecho"),
  decide: "Decidir campo por campo",
  changedNothing: "No había cambiado nada, así que no había nada que deshacer",
  noFields: "No hay ningún campo que decidir",
  noFieldsDetail: "Desde entonces solo han cambiado los detalles. Abre el animal para cambiarlos.",
  andMore: (count) => `${formatNumber(count)} más, que figuran en el Historial`,
  unreached: (count) => `${plural(count, "cambio", "cambios")} por deshacer`,
  back: (count) => plural(count, "cambio deshecho", "cambios deshechos"),
};
