import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";

const animals = (count: number) => plural(count, "animal", "animaux");

export const categories: AllTexts["categories"] = {
  title: "Catégories",
  animals,
  description: (count, unnamed) =>
    unnamed === 0
      ? plural(count, "catégorie", "catégories")
      : `${plural(count, "catégorie", "catégories")}, dont ${formatNumber(unnamed)} sans nom`,
  search: "Rechercher une catégorie",
  found: (count) => plural(count, "catégorie trouvée", "catégories trouvées"),
  sorts: { name: "Par nom", count: "Plus d’animaux d’abord" },
  showMore: (count) => `En afficher ${formatNumber(count)} de plus`,
  columns: { name: "Nom", total: "Animaux" },
  inCategory: (name) => `dans ${name}`,
  none: "–",
  noName: "pas encore de nom",
  nameIt: "Nommer",
  rename: (name) => `Renommer ${name}`,
  nameLabel: (name) => `Nouveau nom de la catégorie ${name}`,
  mergeOf: (name) => `Fusionner ${name} dans une autre catégorie`,
  deleteOf: (name) => `Supprimer ${name}`,
  taken: "Une autre catégorie porte ce nom. Choisissez-en un autre, ou fusionnez les deux.",
  renamed: (name) => `Nom enregistré : ${name}`,
  emptyTitle: "Pas encore de catégories",
  empty:
    "Les catégories regroupent les animaux : chiens, chats, poissons. Ajoutez la première, ou importez des animaux qui en ont une.",
  noMatchTitle: "Aucune catégorie ne correspond",
  nextRow: "Catégorie suivante",
  previousRow: "Catégorie précédente",
  create: {
    action: "Nouvelle catégorie",
    name: "Nom",
    submit: "Ajouter la catégorie",
    done: (name) => `Catégorie ajoutée : ${name}`,
  },
  remove: {
    title: (name) => `Supprimer ${name} ?`,
    description: "Elle n’a aucun animal. Une nouvelle catégorie de ce nom reçoit un autre numéro.",
    done: (name) => `Catégorie supprimée : ${name}`,
  },
  merge: {
    action: "Fusionner",
    title: (name) => `Fusionner ${name}`,
    description: "Tous ses animaux passent dans la catégorie que vous choisissez.",
    into: "Dans quelle catégorie ?",
    noTarget: "Aucune autre catégorie ne correspond",
    narrow: (count) =>
      `${plural(count, "autre catégorie correspond", "autres catégories correspondent")} : tapez pour affiner`,
    preview: (count, from, into) =>
      count === 0
        ? `« ${from} » n’a aucun animal. Cette catégorie disparaît ; « ${into} » reste inchangée.`
        : `${plural(count, "animal passe", "animaux passent")} de « ${from} » à « ${into} ». « ${from} » disparaît.`,
    noUndo: "Cette action est irréversible : il faudrait replacer les animaux un à un.",
    managersOnly: (limit) =>
      `Elle a plus de ${animals(limit)}, et une fusion est irréversible : adressez-vous aux responsables ou propriétaires.`,
    now: "Avant",
    after: "Après",
    change: "En choisir une autre",
    submit: (into) => `Fusionner dans ${into}`,
    done: (from, into, count) => `Catégorie ${from} fusionnée dans ${into}, qui compte ${animals(count)}`,
    progress: "Animaux déplacés",
    moved: (moved, total) => `Animaux déplacés : ${formatNumber(moved)} sur ${formatNumber(total)}`,
    mayClose: "Vous pouvez fermer : la fusion continue.",
  },
};
