import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { animals, statusOf } from "./words";

export const actions: AllTexts["actions"] = {
  many: {
    status: (count, status) => `a marqué ${animals(count)} comme ${statusOf(count, status)}`,
    category: (count) => `a déplacé ${animals(count)} vers`,
    attribute: (count, label) => `a modifié « ${label} » pour ${animals(count)}`,
    "pet.create": (count) => `a ajouté ${animals(count)}`,
    "pet.update": (count) => `a modifié ${animals(count)}`,
    "pet.delete": (count) => `a supprimé ${animals(count)}`,
    "pet.restore": (count) => `a restauré ${animals(count)}`,
    "profile.update": (count) => `a modifié les détails de ${animals(count)}`,
  },
  undid: (count) => `a annulé ${plural(count, "modification", "modifications")}`,
  undoAll: "Tout annuler",
  undoAllOf: (title) => `Tout annuler : ${title}`,
  undoing: (done, total) => `Rétablis : ${formatNumber(done)} sur ${formatNumber(total)}`,
  states: { undone: "Annulé", partly_undone: "Annulé en partie" },
  stopUndo: "Arrêter l’annulation",
  waiting: "Arrêté après trois essais",
  resume: "Reprendre",
  drop: "Abandonner",
  whyNot: {
    expired: "Cela date de plus de 30 jours.",
    not_yours: "Quelqu’un d’autre l’a fait : cette personne, les responsables et les propriétaires peuvent l’annuler.",
    scope: "Les responsables et les propriétaires peuvent l’annuler.",
  },
  left: (name, reason) => `${name} : ${reason}`,
  reasons: {
    changed: "modifié depuis",
    reserved: "retenu par une commande en cours",
    gone: "supprimé depuis",
    unfit: "n’accepte plus les anciennes valeurs",
  },
  unfit: {
    photo: "l’animal n’a plus de place pour elle",
    note: "l’animal n’a plus de place pour elle",
    category: "une autre catégorie porte son nom",
    attribute: "son état d’avant n’est plus possible",
    store: "un autre statut porte le nom",
  },
  wasLeft: (count) => plural(count, "animal est resté inchangé", "animaux sont restés inchangés"),
  wasLeftOf: (count) => plural(count, "modification n’a pas été annulée", "modifications n’ont pas été annulées"),
  decide: "Décider champ par champ",
  changedNothing: "Rien n’avait changé : il n’y avait donc rien à rétablir",
  noFields: "Il n’y a aucun champ à décider",
  noFieldsDetail: "Seuls des détails ont changé depuis. Ouvrez l’animal pour les modifier.",
  andMore: (count) => `${plural(count, "autre", "autres")} dans l’historique`,
  unreached: (count) =>
    `${plural(count, "modification", "modifications")} pas encore ${count === 1 ? "annulée" : "annulées"}`,
  back: (count) => plural(count, "modification annulée", "modifications annulées"),
};
