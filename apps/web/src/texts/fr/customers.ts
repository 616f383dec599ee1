import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const customers: AllTexts["customers"] = {
  label: "Client",
  none: "Aucun client",
  add: "Ajouter un client",
  change: "Changer",
  hint: "Rechercher par nom, e-mail ou téléphone",
  help: "Tapez trois lettres pour trouver un client.",
  addNew: (name) => `Ajouter « ${name} »`,
  addUnnamed: "Ajouter un nouveau client",
  notChosen: (name) =>
    `Choisissez « ${name} » dans la liste ou ajoutez cette personne, ou videz la recherche pour passer la commande sans client.`,
  search: "Nouvelle recherche",
  chooseOther: (name) => `Choisir ${name}`,
  found: (name) => `Ces coordonnées sont déjà celles de ${name}. Est-ce la même personne ?`,
  fields: { name: "Nom", email: "E-mail", phone: "Téléphone", address: "Adresse" },
  saved: (name) => `Client enregistré : ${name}`,
  gone: "Ce client n’existe pas",
  goneDetail: "Ses données ont peut-être été effacées.",
  since: "Ajouté",
  export: "Exporter",
  exportFile: (id) => `client-${id}.json`,
  erase: "Effacer…",
  eraseTitle: (name) => `Effacer ${name} ?`,
  eraseDetail: (orders) =>
    `Nom, e-mail, téléphone et adresse disparaissent, ainsi que les notes de ${orders}. Les commandes restent, sans client. Cette action est irréversible.`,
  eraseOrders: (count, hasMore) => (count === 0 || hasMore ? "ses commandes" : plural(count, "commande", "commandes")),
  eraseSubmit: "Effacer",
  erased: (name) => `Client effacé : ${name}`,
  noUndo: "Un client effacé n’est plus dans le magasin.",
};
