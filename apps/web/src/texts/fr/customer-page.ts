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
  same: {
    title: "Peut-être la même personne",
    name: "Même nom",
    phone: "Même numéro de téléphone avec un autre préfixe",
    merge: "Fusionner",
    mergeWith: (name) => `Fusionner avec ${name}`,
    newest: (count) => `Seuls les ${count} plus récents sont affichés.`,
  },
  merge: {
    title: "Fusionner deux clients",
    noUndo: "Cette action est irréversible.",
    orders: (count, hasMore) => {
      if (count === 0) return "L’un des deux reste. L’autre n’a aucune commande et disparaît.";
      const orders = hasMore ? `plus de ${count} commandes` : plural(count, "commande", "commandes");
      return `L’un des deux reste et reçoit ${orders} de l’autre, qui disparaît.`;
    },
    field: "Champ",
    stays: "Reste",
    lost: "Est perdu",
    swap: "Garder l’autre",
    submit: "Fusionner",
    moved: (count) => plural(count, "commande déplacée", "commandes déplacées"),
    done: (name, count) =>
      count === 0
        ? `Fusion avec ${name} terminée`
        : `Fusion avec ${name} terminée : ${plural(count, "commande déplacée", "commandes déplacées")}`,
  },
};
