import { plural } from "../numbers";
import type { AllTexts } from "../all-texts";

export const print: AllTexts["print"] = {
  action: "Drucken",
  printed: "Gedruckt am",
  everything: "Alle Tiere",
  searched: (text) => `„${text}“`,
  numbers: (numbers) => `Nummern ${numbers}`,
  number: (id) => `Nummer ${id}`,
  order: {
    times: "Status",
    animal: "Tier",
    signature: "Unterschrift",
    date: "Ort und Datum",
  },
  cards: {
    title: "Gehegekarten",
    open: "Gehegekarten drucken",
    openOne: "Gehegekarte drucken",
    tooMany: (most, count) =>
      `Ein Druck umfasst höchstens ${most} Karten; ${plural(count, "Tier ist", "Tiere sind")} ausgewählt. Wählen Sie weniger aus.`,
    none: "Kein Tier ist ausgewählt",
    noneHelp: "Wählen Sie in der Liste Tiere aus, und drücken Sie dann auf den Drucker.",
    toList: "Zu den Tieren",
    missing: (count) => `${plural(count, "ausgewähltes Tier wurde", "ausgewählte Tiere wurden")} gelöscht.`,
    paper: "Papier",
    papers: { a6: "A6, eine Karte", a4: "A4, vier Karten" },
    fields: "Was die Karten zeigen",
    warnings: "Warnungen",
    count: (cards, sheets) => `${plural(cards, "Karte", "Karten")} auf ${plural(sheets, "Blatt", "Blättern")}`,
    print: "Drucken",
    preview: "Vorschau",
    more: "Mehr in der Akte: Code scannen.",
    code: (id) => `Code, der zu Tier ${id} führt`,
  },
};
