import type { AllTexts } from "../all-texts";
import { formatNumber, plural } from "../numbers";

export const firstDay: AllTexts["firstDay"] = {
  title: "Votre premier jour",
  help: "Cette liste disparaît quand tout est fait.",
  done: "Fait",
  hide: "Masquer cette liste",
  lines: {
    name: "Donnez son nom à votre magasin",
    currency: "Choisissez la devise de vos prix",
    staff: "Ajoutez les personnes qui travaillent avec vous",
    animal: "Ajoutez votre premier animal",
    samples: "Retirez les animaux d’exemple",
    language: "Traduisez les champs en français",
  },
  clear: {
    action: "Retirer…",
    title: (count) => `Supprimer ${plural(count, "animal d’exemple", "animaux d’exemple")} ?`,
    description: "Leurs photos et leurs détails disparaissent aussi. Vous pouvez annuler.",
    stay: (count) =>
      count === 1
        ? "1 animal d’exemple reste, car il a une commande ou quelqu’un l’a modifié."
        : `${formatNumber(count)} animaux d’exemple restent, car ils ont une commande ou quelqu’un les a modifiés.`,
    nothingTitle: "Aucun animal d’exemple ne peut être retiré",
  },
  translate: {
    action: "Traduire",
    done: (count) => plural(count, "nom traduit", "noms traduits"),
    undone: "Noms des champs et des catégories rétablis",
  },
  fields: {
    breed: "Race",
    second_breed: "Deuxième race",
    mixed: "Croisé",
    sex: "Sexe",
    born_on: "Date de naissance",
    size: "Taille",
    coat: "Pelage",
    colours: "Couleurs",
    neutered: "Stérilisé",
    house_trained: "Propre",
    special_needs: "Besoins particuliers",
    good_with_children: "S’entend avec les enfants",
    good_with_dogs: "S’entend avec les chiens",
    good_with_cats: "S’entend avec les chats",
    microchip: "Puce électronique",
    price: "Prix",
    location: "Emplacement",
    arrived_on: "Arrivé le",
    labels: "Étiquettes",
    description: "Description",
  },
  helps: {
    born_on: "Une estimation vaut mieux que rien.",
    size: "À l’âge adulte.",
    microchip: "Ses 15 chiffres.",
    location: "Son box, sa cage ou sa famille d’accueil.",
    arrived_on: "Les jours ici se comptent à partir de ce jour.",
    description: "Ce que lisent les visiteurs.",
  },
  options: {
    sex: { female: "Femelle", male: "Mâle", unknown: "Inconnu" },
    size: { small: "Petit", medium: "Moyen", large: "Grand", extra_large: "Très grand" },
    coat: { hairless: "Nu", short: "Court", medium: "Mi-long", long: "Long", wire: "Dur", curly: "Frisé" },
  },
  categories: { Bird: "Oiseau", Cat: "Chat", Dog: "Chien", Other: "Autre" },
};
