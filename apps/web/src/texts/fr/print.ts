import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const print: AllTexts["print"] = {
  action: "Imprimer",
  printed: "Imprimé le",
  everything: "Tous les animaux",
  searched: (text) => `« ${text} »`,
  numbers: (numbers) => `Numéros ${numbers}`,
  number: (id) => `Numéro ${id}`,
  order: {
    times: "Statut",
    animal: "Animal",
    signature: "Signature",
    date: "Lieu et date",
  },
  cards: {
    title: "Fiches de cage",
    open: "Imprimer les fiches de cage",
    openOne: "Imprimer sa fiche de cage",
    tooMany: (most, count) =>
      `On imprime ${most} fiches au plus à la fois ; ${plural(count, "animal est sélectionné", "animaux sont sélectionnés")}. Réduisez la sélection.`,
    none: "Aucun animal n’est choisi",
    noneHelp: "Sélectionnez des animaux dans leur liste, puis appuyez sur l’imprimante.",
    toList: "Aller aux animaux",
    missing: (count) =>
      `${plural(count, "animal de la sélection a été supprimé", "animaux de la sélection ont été supprimés")}.`,
    paper: "Papier",
    papers: { a6: "A6, une fiche", a4: "A4, quatre fiches" },
    fields: "Contenu des fiches",
    warnings: "Alertes",
    count: (cards, sheets) => `${plural(cards, "fiche", "fiches")} sur ${plural(sheets, "feuille", "feuilles")}`,
    print: "Imprimer",
    preview: "Aperçu",
    more: "La suite en ligne : scannez le code.",
    code: (id) => `Code menant à l’animal ${id}`,
  },
};
