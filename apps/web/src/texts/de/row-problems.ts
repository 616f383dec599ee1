import { common } from "../common";
import { formatDecimal, formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";

const statusName = (status: string): string => common.status[status as keyof typeof common.status] ?? status;

const problems: AllTexts["rowProblems"]["problems"] = {
  required: () => "kein Wert angegeben",
  too_long: ({ maximum }) => `länger als ${plural(maximum, "Zeichen", "Zeichen")}`,
  invalid_characters: () => "enthält Zeichen, die nicht gespeichert werden können, etwa einen Zeilenumbruch",
  only_invisible: ({ character }) =>
    `enthält nur unsichtbare Zeichen${character === undefined ? "" : ` (${character})`}`,
  not_an_id: ({ maximum }) => `ist keine Nummer einer Kategorie, von 1 bis ${formatDecimal(maximum)}`,
  category_unknown: () => "eine Kategorie mit dieser Nummer gibt es nicht",
  not_of_category: () => "muss leer sein, weil Tiere dieser Kategorie das Feld nicht haben",
  archived: () => "muss leer sein, weil das Feld archiviert ist",
  not_a_status: ({ options }) => `ist kein Status: ${options.map(statusName).join(", ")}`,
  not_in_status_map: () => "für diesen Wert ist kein Status gewählt",
  not_in_value_map: () => "für diesen Wert ist keine Bedeutung gewählt",
  values_disagree: ({ otherColumn }) => `die Spalte „${otherColumn}“ sagt etwas anderes`,
  not_a_number: () => "ist keine Zahl",
  decimal_unclear: () => "kann zwei Zahlen bedeuten: Wählen Sie oben das Zeichen vor den Nachkommastellen",
  number_too_small: ({ minimum }) => `ist kleiner als ${formatDecimal(minimum)}`,
  number_too_large: ({ maximum }) => `ist größer als ${formatDecimal(maximum)}`,
  too_many_decimals: ({ decimals }) =>
    decimals === 0 ? "ist keine ganze Zahl" : `hat mehr als ${plural(decimals, "Nachkommastelle", "Nachkommastellen")}`,
  not_a_date: () => "ist kein Datum",
  date_order_unclear: () => "kann zwei Tage bedeuten: Wählen Sie oben die Reihenfolge von Tag, Monat und Jahr",
  not_a_boolean: () => "ist weder Ja noch Nein",
  not_an_option: ({ options, more }) =>
    `ist keine der Optionen: ${options.join(", ")}${more > 0 ? ` und ${formatNumber(more)} weitere` : ""}`,
  not_a_list: () => "hat mehrere Werte, die nicht durch Semikolons getrennt sind",
  too_many_values: ({ maximum }) => `hat mehr als ${plural(maximum, "Wert", "Werte")}`,
  repeated_value: () => "steht zweimal in der Zelle",
  unknown_type: ({ type }) => `die Art des Felds (${type}) kennt diese Version der Seite nicht`,
  external_id_repeated: ({ line }) =>
    line === undefined ? "eine frühere Zeile hat dieselbe Nummer" : `Zeile ${formatNumber(line)} hat dieselbe Nummer`,
  external_id_taken: ({ petId }) =>
    petId === undefined ? "ein anderes Tier hat diese Nummer" : `Tier ${petId} hat diese Nummer`,
  external_id_moved: ({ petId }) =>
    petId === undefined ? "das Tier hat diese Nummer nicht mehr" : `Tier ${petId} hat diese Nummer nicht mehr`,
  reserved: ({ orderId, status }) =>
    status === undefined || orderId === undefined
      ? "lässt sich nicht ändern, solange ein Auftrag das Tier reserviert"
      : `muss „${statusName(status)}“ bleiben, weil Auftrag ${orderId} das Tier reserviert`,
  shortened: () =>
    "ein Tabellenprogramm hat den Wert gekürzt: Formatieren Sie dort die Spalte als Text, oder verwenden Sie eine .xlsx-Datei",
  zeros_lost: ({ stored }) =>
    `hat führende Nullen verloren${stored === undefined ? "" : ` (gespeichert ist ${stored})`}: Formatieren Sie die Spalte im Tabellenprogramm als Text, oder verwenden Sie eine .xlsx-Datei`,
  unclosed_quote: () => "ein Anführungszeichen wird nie geschlossen",
  stray_quote: () =>
    "ein Anführungszeichen steht mitten in einem Wert: Setzen Sie den Wert in Anführungszeichen, und verdoppeln Sie die inneren",
  beyond_columns: ({ columns, position }) =>
    `${position === undefined ? "ein Wert" : `der Wert in Spalte ${formatNumber(position)}`} steht rechts von den Spalten (${formatNumber(columns)})`,
  invalid: () => "diesen Wert kann das Feld nicht haben",
};

export const rowProblems: AllTexts["rowProblems"] = {
  problems,
  wholeRow: "Die ganze Zeile",
  value: (value) => `„${value}“`,
  about: (place, text) => `${place}: ${text}`,
  line: (line) => `Zeile ${formatNumber(line)}`,
  more: (count) => `und ${plural(count, "weiteres Problem", "weitere Probleme")}`,
};
