import { common } from "../common";
import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { statusOf } from "./words";

const orders = (count: number) => plural(count, "commande reçue", "commandes reçues");

export const today: AllTexts["today"] = {
  title: "Aujourd’hui",
  addAnimal: "Ajouter un animal",
  importFile: "Importer un fichier",
  counts: "Animaux par statut",
  look: "Voir",
  lookOf: (name) => `Voir : ${name}`,
  todo: { title: "À faire", next: "Suivant dans À faire", previous: "Précédent dans À faire" },
  added: { title: "Ajouts récents", all: "Tous les animaux" },
  orders: {
    all: "Toutes les commandes",
    placed: (count) => `${count} à approuver`,
    approved: (count) => `${count} à livrer`,
    atLeast: (count) => `${count}+`,
    order: (id) => `Commande ${id}`,
    animal: (id) => `animal ${id}`,
    approve: "Approuver",
    approveOf: (id) => `Approuver la commande ${id}`,
    deliver: "Livrer",
    deliverOf: (id) => `Livrer la commande ${id} sur la page Commandes`,
    isApproved: (id) => `Commande ${id} approuvée`,
    nowIs: (id, status) => `La commande ${id} est déjà ${status.toLowerCase()}`,
  },
  empty: {
    title: "Le magasin n’a pas encore d’animaux",
    detail: "Ajoutez le premier à la main, ou importez une liste que vous avez dans un fichier.",
    detailClerk: "Ajoutez le premier à la main.",
  },
  pending: {
    unchanged: "Modifié",
    more: (count) =>
      `${plural(count, "autre animal", "autres animaux")} ${statusOf(count, common.status.pending)} de longue date`,
  },
  unnamed: {
    name: "Nommer",
    nameOf: (id) => `Nommer la catégorie ${id}`,
    category: (id) => `La catégorie ${id} n’a pas de nom`,
    animals: (count) => plural(count, "animal", "animaux"),
    more: (count) => plural(count, "autre catégorie sans nom", "autres catégories sans nom"),
  },
  keys: {
    ends: "expire",
    lastFour: (characters) => `…${characters}`,
    calls: (count, operations) =>
      `${plural(count, "appel", "appels")} à des opérations bientôt supprimées : ${operations}`,
    more: (count) => plural(count, "autre clé à vérifier", "autres clés à vérifier"),
  },
  webhooks: {
    off: "Désactivé",
    more: (count) => plural(count, "autre webhook désactivé", "autres webhooks désactivés"),
  },
  imports: {
    leftOut: (count) => plural(count, "ligne ignorée", "lignes ignorées"),
    look: "Réimporter",
    more: (count) =>
      plural(count, "autre importation avec des lignes ignorées", "autres importations avec des lignes ignorées"),
  },
  stock: {
    title: "Par catégorie",
    total: "Total",
    caption: "Animaux par catégorie et statut",
    category: "Catégorie",
    showAll: (count) => `Toutes les catégories (${formatNumber(count)})`,
    none: "Pas encore d’animaux.",
  },
  activity: {
    title: (days) => `Les ${days} derniers jours`,
    chart: (days) => `Animaux ajoutés et ${statusOf(2, common.status.sold)} lors de chacun des ${days} derniers jours`,
    sums: (added, sold) =>
      `${plural(added, "animal ajouté un à un", "animaux ajoutés un à un")}, ${formatNumber(sold)} ${statusOf(sold, common.status.sold)}.`,
    most: {
      added: (count, day) => `Record d’ajouts le ${day} : ${count}.`,
      sold: (count, day) => `Maximum d’animaux ${statusOf(2, common.status.sold)} le ${day} : ${count}.`,
    },
    mostOften: {
      added: (count, days) => `Record d’ajouts lors de ${plural(days, "jour", "jours")} : ${count} chaque fois.`,
      sold: (count, days) =>
        `Maximum d’animaux ${statusOf(2, common.status.sold)} lors de ${plural(days, "jour", "jours")} : ${count} chaque fois.`,
    },
    pick: "Jour à lire",
    values: (day, added, imported, sold, ordered) =>
      `${day} : ${plural(added, "ajouté", "ajoutés")}, ${plural(imported, "importé", "importés")}, ${formatNumber(sold)} ${statusOf(sold, common.status.sold)}, ${orders(ordered)}`,
    period: (days) => `${days} jours`,
    range: "Jours affichés",
    day: "Jour",
    added: "Ajoutés",
    imported: "Importés",
    sold: "Vendus",
    ordered: "Commandes",
    asTable: "Afficher le tableau",
    asChart: "Afficher le graphique",
  },
  changes: {
    title: "Modifications récentes",
    all: "Tout l’historique",
    none: "Aucune modification pour l’instant.",
  },
};
