import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const customerPage: AllTexts["customerPage"] = {
  title: "Clients",
  description: "Les personnes qui ont commandé, ou vont commander.",
  new: "Nouveau client",
  empty: "Aucun client pour l’instant",
  emptyDetail: "Ajoutez-en un ici, ou avec une commande.",
  search: "Rechercher des clients",
  searchHint: "Nom, e-mail ou téléphone",
  noMatch: "Aucun client ne correspond",
  noMatchDetail: "Aucun client n’a ce texte dans son nom, son adresse e-mail ou son numéro de téléphone.",
  shown: (count) => `${plural(count, "client", "clients")} sur cette page`,
  changed: "Dernière modification",
  allOrders: "Toutes les commandes",
  latestOrders: (count) => `Voici les ${count} dernières commandes.`,
  create: {
    description: "Un nom suffit. Une commande peut suivre à tout moment.",
    done: (name) => `Client ajouté : ${name}`,
    noUndo: "Un responsable ou un propriétaire peut effacer un client ajouté.",
    openOther: (name) => `Ouvrir ${name}`,
    openTaken: "Ouvrir ce client",
  },
};
