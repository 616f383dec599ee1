import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { animals, statusOf } from "./words";

export const undo: AllTexts["undo"] = {
  nothing: "Il n’y a rien à annuler",
  impossible: (action) => `Impossible d’annuler « ${action} »`,
  noUndo: "Ce qui précède s’annule sur la page Historique.",
  named: (action, name) => `${action} : ${name}`,
  waiting: (action) => `En attente d’une autre annulation : « ${action} »`,
  saving: "Votre dernière modification est en cours d’enregistrement",
  savingDetail: "Appuyez à nouveau sur Annuler quand ce sera terminé.",
  undoing: (action) => `Annulation de « ${action} »`,
  progress: (done, total) => `Fait : ${formatNumber(done)} sur ${formatNumber(total)}`,
  done: {
    status: (name, status) => `${name} : de nouveau ${statusOf(1, status)}`,
    statuses: (count, status) => `${animals(count)} de nouveau ${statusOf(count, status)}`,
    name: (name, old) => `Nom rétabli : ${name} redevient ${old}`,
    category: (name) => `Catégorie rétablie : ${name}`,
    categories: (count) => `Catégories rétablies pour ${plural(count, "animal", "animaux")}`,
    add: (name) => `Animal supprimé : ${name}`,
    adds: (count) => plural(count, "animal supprimé", "animaux supprimés"),
    deletion: (name) => `Animal restauré : ${name}`,
    deletions: (count) => plural(count, "animal restauré", "animaux restaurés"),
    other: (name) => `Animal rétabli : ${name}`,
    others: (count) => plural(count, "animal rétabli", "animaux rétablis"),
  },
  unrestored: (count) => `${plural(count, "animal est revenu", "animaux sont revenus")} sans tous les détails`,
  leftOut: "Non rétablis : ces champs n’acceptent plus les anciennes valeurs",
};
