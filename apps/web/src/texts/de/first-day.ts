import type { AllTexts } from "../all-texts";
import { formatNumber, plural } from "../numbers";

export const firstDay: AllTexts["firstDay"] = {
  title: "Ihr erster Tag",
  help: "Diese Liste verschwindet, wenn alles erledigt ist.",
  done: "Erledigt",
  hide: "Liste ausblenden",
  lines: {
    name: "Geben Sie Ihrem Betrieb seinen Namen",
    currency: "Wählen Sie die Währung Ihrer Preise",
    staff: "Nehmen Sie die Menschen auf, die mit Ihnen arbeiten",
    animal: "Nehmen Sie Ihr erstes eigenes Tier auf",
    samples: "Entfernen Sie die Beispieltiere",
    language: "Übersetzen Sie die Felder ins Deutsche",
  },
  clear: {
    action: "Entfernen …",
    title: (count) => `${plural(count, "Beispieltier", "Beispieltiere")} löschen?`,
    description: "Fotos und Angaben werden mit gelöscht. Sie können das rückgängig machen.",
    stay: (count) =>
      count === 1
        ? "1 Beispieltier bleibt, weil es eine Bestellung hat oder jemand es geändert hat."
        : `${formatNumber(count)} Beispieltiere bleiben, weil sie eine Bestellung haben oder jemand sie geändert hat.`,
    nothingTitle: "Kein Beispieltier kann entfernt werden",
  },
  translate: {
    action: "Übersetzen",
    done: (count) => `${plural(count, "Bezeichnung", "Bezeichnungen")} übersetzt`,
    undone: "Namen der Felder und Kategorien zurückgesetzt",
  },
  fields: {
    breed: "Rasse",
    second_breed: "Zweite Rasse",
    mixed: "Mischling",
    sex: "Geschlecht",
    born_on: "Geboren am",
    size: "Größe",
    coat: "Fell",
    colours: "Farben",
    neutered: "Kastriert",
    house_trained: "Stubenrein",
    special_needs: "Besondere Bedürfnisse",
    good_with_children: "Verträgt sich mit Kindern",
    good_with_dogs: "Verträgt sich mit Hunden",
    good_with_cats: "Verträgt sich mit Katzen",
    microchip: "Mikrochip",
    price: "Preis",
    location: "Standort",
    arrived_on: "Angekommen am",
    labels: "Schlagwörter",
    description: "Beschreibung",
  },
  helps: {
    born_on: "Eine Schätzung ist besser als nichts.",
    size: "Ausgewachsen.",
    microchip: "Seine 15 Ziffern.",
    location: "Zwinger, Käfig oder Pflegestelle.",
    arrived_on: "Ab diesem Tag zählen die Tage hier.",
    description: "Was Besucher lesen.",
  },
  options: {
    sex: { female: "Weiblich", male: "Männlich", unknown: "Unbekannt" },
    size: { small: "Klein", medium: "Mittel", large: "Groß", extra_large: "Sehr groß" },
    coat: {
      hairless: "Haarlos",
      short: "Kurz",
      medium: "Mittellang",
      long: "Lang",
      wire: "Drahthaar",
      curly: "Lockig",
    },
  },
  categories: { Bird: "Vogel", Cat: "Katze", Dog: "Hund", Other: "Andere" },
};
