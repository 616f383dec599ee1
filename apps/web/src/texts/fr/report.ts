import type { AllTexts } from "../all-texts";
import { common } from "../common";
import { statusOf } from "./words";

export const report: AllTexts["report"] = {
  range: "Période",
  month: "Mois",
  previous: "Mois précédent",
  next: "Mois suivant",
  byDay: "Par jour",
  byWeek: "Par semaine",
  byCategory: "Par catégorie",
  week: "Semaine",
  paid: "Payé",
  stay: "Jours ici en moyenne",
  chart: (range) => `Animaux ajoutés et ${statusOf(2, common.status.sold)} : ${range}`,
  pickWeek: "Semaine à lire",
  noCategory: "Plus dans aucune catégorie",
  none: "Rien ne s’est passé ces jours-là.",
  about:
    "« Ajoutés » compte les animaux ajoutés un à un. « Payé » est ce que les clients ont payé ces jours-là, quelle que soit la date de commande. Les jours ici vont du jour où un animal a été ajouté ou importé jusqu’à sa vente.",
  save: "Enregistrer en CSV",
  fileName: (first, last) => `rapport-${first}-${last}.csv`,
  table: "Tableau",
  from: "Du",
  to: "Au",
  paidIn: (currency) => `Payé (${currency})`,
};
