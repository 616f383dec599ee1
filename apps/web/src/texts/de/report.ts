import type { AllTexts } from "../all-texts";
import { statusWord } from "./words";

export const report: AllTexts["report"] = {
  range: "Zeitraum",
  month: "Monat",
  previous: "Vorheriger Monat",
  next: "Nächster Monat",
  byDay: "Nach Tagen",
  byWeek: "Nach Wochen",
  byCategory: "Nach Kategorie",
  week: "Woche",
  paid: "Bezahlt",
  stay: "Tage hier im Schnitt",
  chart: (range) => `Tiere, erfasst und ${statusWord("sold")}: ${range}`,
  pickWeek: "Woche ablesen",
  noCategory: "In keiner Kategorie mehr",
  none: "An diesen Tagen ist nichts geschehen.",
  about:
    "„Erfasst“ zählt Tiere, die einzeln erfasst wurden. „Bezahlt“ ist, was an diesen Tagen bezahlt wurde, gleich wann bestellt wurde. Die Tage hier reichen vom Tag, an dem ein Tier erfasst oder importiert wurde, bis zum Verkauf.",
  save: "Als CSV speichern",
  fileName: (first, last) => `bericht-${first}-${last}.csv`,
  table: "Tabelle",
  from: "Von",
  to: "Bis",
  paidIn: (currency) => `Bezahlt (${currency})`,
};
