import { common } from "../common";
import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";

const animals = (count: number) => plural(count, "Tier", "Tiere");
/** Writes "3 Tiere hinzufügen", "3 Tiere hinzufügen und 2 ändern" or "2 Tiere ändern". */
const written = (add: string, change: string) => (count: number, updated: number) => {
  if (updated === 0) return `${animals(count)} ${add}`;
  if (count === 0) return `${animals(updated)} ${change}`;
  return `${animals(count)} ${add} und ${formatNumber(updated)} ${change}`;
};
const rows = (count: number) => plural(count, "Zeile", "Zeilen");
const fields = (count: number) => plural(count, "Feld", "Felder");

export const importing: AllTexts["importing"] = {
  description: "Tiere aus einer Tabelle übernehmen: aus einer Excel-Datei, einer CSV-Datei oder kopierten Zeilen.",
  template: "Vorlage herunterladen",
  templateName: "tiere.csv",
  notAllowed: "Tiere importieren können nur Leitung und Inhaberschaft.",
  drop: "Legen Sie hier eine .xlsx- oder CSV-Datei ab",
  choose: "Datei wählen",
  limits:
    "Eine Zeile nennt die Spalten; darüber darf ein Titel stehen. Bis zu 16 MiB und 300.000 Zeilen. Nichts wird hinzugefügt, bevor Sie es gesehen haben.",
  paste: {
    title: "Oder Zeilen einfügen",
    label: "Zeilen einer Tabelle, mit den Namen der Spalten",
    help: "Kopieren Sie sie in Ihrem Tabellenprogramm. Außerhalb dieses Felds liest Strg+V (am Mac Cmd+V) sie sofort ein.",
    read: "Diese Zeilen einlesen",
    name: (moment) => `Eingefügt ${moment.slice(0, 16).replace("T", " ")}`,
  },
  reading: "Datei wird gelesen …",
  problems: {
    "too-large":
      "Die Datei ist größer als 16 MiB. Teilen Sie sie, oder lassen Sie Spalten weg, die nicht importiert werden.",
    "too-wide":
      "Die Datei hat mehr als 1.000 Spalten. Vielleicht steht weit rechts etwas in einer Zelle: Löschen Sie, was rechts von der Tabelle steht, oder lassen Sie Spalten weg, die nicht importiert werden.",
    encoding:
      "Die Datei ist kein UTF-8-Text. Dateien älterer Programme sind oft Windows-1252: Lesen Sie sie so ein, und prüfen Sie, ob die Namen stimmen.",
    picture:
      "Das ist ein Bild, keine CSV-Datei. Wählen Sie die Datei, die Ihr Tabellenprogramm als „CSV UTF-8“ gespeichert hat.",
    pdf: "Das ist ein PDF, keine CSV-Datei. Öffnen Sie die Tabelle, aus der es entstanden ist, und speichern Sie sie als „CSV UTF-8“.",
    binary:
      "Das ist keine Textdatei. Speichern Sie die Tabelle in Ihrem Tabellenprogramm als .xlsx oder „CSV UTF-8“, und wählen Sie diese Datei.",
    "old-workbook":
      "Das ist eine Tabelle in einem älteren Format oder eine mit Passwort. Speichern Sie sie als .xlsx ohne Passwort, und wählen Sie diese Datei.",
    workbook:
      "Das ist keine .xlsx-Datei, oder sie ist beschädigt. Speichern Sie sie in Ihrem Tabellenprogramm als .xlsx oder „CSV UTF-8“, und wählen Sie diese Datei.",
    "workbook-too-large":
      "Das Blatt hat mehr als 16 MiB oder 300.000 Zeilen, oder die Datei ist so dicht gepackt, dass sie Schaden anrichten könnte. Speichern Sie das Blatt als „CSV UTF-8“, oder teilen Sie es.",
    "no-reader":
      "Das Programm zum Lesen von Tabellen ließ sich nicht laden. Prüfen Sie Ihre Verbindung, und wählen Sie die Datei erneut.",
    empty: "Unter der Zeile, die die Spalten nennt, gibt es keine Zeilen.",
    "line-too-long": "Eine Zeile der Datei ist länger als 1 MiB. Vielleicht fehlt ein schließendes Anführungszeichen.",
    "no-header-line": "In dieser Zeile stehen keine Spaltennamen. Wählen Sie die Zeile, die die Spalten nennt.",
    "no-sheet": "Die Datei hat dieses Blatt nicht mehr. Wählen Sie die Datei erneut.",
    unreadable:
      "Der Browser konnte die Datei nicht lesen. Vielleicht wurde sie verschoben oder geändert: Wählen Sie sie erneut.",
  },
  readAsWindows: "Als Windows-1252 lesen",
  otherFile: "Andere Datei wählen",
  file: "Datei",
  fileSummary: (count, size) => `${rows(count)}, ${size}`,
  kilobytes: (size) => `${size} kB`,
  sheet: "Blatt",
  headerLine: "Spaltennamen in Zeile",
  hiddenRows: (count, isLeftOut) =>
    `Ausgeblendete Zeilen in diesem Blatt: ${formatNumber(count)}. ${isLeftOut ? "Sie werden weggelassen." : "Sie würden mit importiert."}`,
  skipHiddenRows: "Ausgeblendete Zeilen weglassen",
  hiddenSheets: (names) => `Die Datei hat auch ausgeblendete Blätter: ${names.join(", ")}.`,
  delimiter: "Trennzeichen",
  delimiters: { ",": "Komma", ";": "Semikolon", "\t": "Tabulator", "|": "Senkrechter Strich" },
  encoding: "Zeichensatz",
  encodings: { "utf-8": "UTF-8", "windows-1252": "Windows-1252", "utf-16le": "UTF-16", "utf-16be": "UTF-16" },
  columns: "Spalten",
  columnsHelp: "Jede Spalte der Datei mit einigen Werten, und wohin sie kommt. Prüfen Sie, was erkannt wurde.",
  leaveOut: "Weglassen",
  newField: "Neues Feld …",
  leftOut: (count) => `Weggelassen (${formatNumber(count)})`,
  findColumn: "Spalte suchen",
  noColumnFound: "Keine Spalte heißt so.",
  moreColumns: (count) => `Mehr zeigen (${formatNumber(count)})`,
  noValues: "Keine Werte",
  reasons: {
    word: "Am Namen der Spalte erkannt.",
    values: "An den Werten der Spalte erkannt.",
    product: (product) => `So heißt es bei ${product}.`,
  },
  chosenTwice: (field, others) =>
    `„${field}“ ist auch für ${others.map((other) => `„${other}“`).join(", ")} gewählt. Wählen Sie es nur einmal.`,
  noStatus: () => `Keine Spalte wird zum Status, also bekommen alle Tiere „${common.status.available}“.`,
  automatic: "Wie es die Spalte zeigt",
  dates: "Datumsangaben in der Datei",
  dateOrders: {
    dmy: "Tag, Monat, Jahr (24.12.2023)",
    mdy: "Monat, Tag, Jahr (12/24/2023)",
    ymd: "Jahr, Monat, Tag (2023-12-24)",
  },
  decimal: "Zahlen in der Datei",
  decimals: { ".": "Dezimalpunkt (1,250.50)", ",": "Dezimalkomma (1.250,50)" },
  remembered: "So, wie Sie es zuletzt für eine Datei mit diesen Spalten gewählt haben.",
  recognised: (product) =>
    `Die Spalten sind die von ${product}: Was davon bekannt ist, ist ausgefüllt. Prüfen Sie, ob es stimmt.`,
  fallbackName: "Wo der Name leer ist, gilt",
  categoryHelp: "Eine Kategorie, die es noch nicht gibt, wird erstellt.",
  noColumn: "Keine Spalte",
  update: "Tiere mit diesen externen Nummern ändern, statt ihre Zeilen als fehlerhaft zu melden",
  values: {
    summary: (count, unknown, hasMore) => {
      const all = `${hasMore ? "Mehr als " : ""}${plural(count, "Wert", "Werte")}`;
      return unknown === 0
        ? all
        : `${all}, davon ${formatNumber(unknown)} hier nicht bekannt: Wählen Sie, was daraus wird`;
    },
    rows,
    empty: "(leer)",
    label: (value) => `Was „${value}“ bedeutet`,
    choose: "Wählen …",
    asWritten: "Wie geschrieben",
    guessed: (meaning) => `${meaning} (erkannt)`,
    leaveEmpty: "Leer lassen",
    addOption: (value) => `„${value}“ als Option hinzufügen`,
    several: "Mehrere Felder …",
    more: (count) => `${plural(count, "weiteren Wert", "weitere Werte")} zeigen`,
    hasMore: "Die Datei hat mehr Werte als diese. Sie werden gelesen, wie sie geschrieben sind.",
    tooManyStatuses: "Diese Spalte hat mehr als 100 verschiedene Werte; für einen Status ist das viel. Alle werden:",
    unknown: (count, column) =>
      `${plural(count, "Wert", "Werte")} von „${column}“ ${count === 1 ? "ist" : "sind"} hier nicht bekannt.`,
    show: "Bedeutung wählen",
  },
  defineAndCheck: (count, options) => {
    const added = [
      ...(count === 0 ? [] : [fields(count)]),
      ...(options === 0 ? [] : [plural(options, "Option", "Optionen")]),
    ];
    return added.length === 0 ? "Datei prüfen" : `${added.join(" und ")} hinzufügen und Datei prüfen`;
  },
  checkAgain: "Erneut prüfen",
  checking: "Jede Zeile wird geprüft …",
  missing: {
    name: "Wählen Sie, welche Spalte die Namen hat.",
    category: "Wählen Sie, welche Spalte die Kategorien hat.",
    twice: (field, columns) =>
      `„${field}“ ist für ${columns.map((column) => `„${column}“`).join(" und ")} gewählt. Wählen Sie es nur einmal.`,
    status: (values, more) =>
      `Wählen Sie einen Status für ${values.map((value) => `„${value}“`).join(", ")}${more > 0 ? ` und ${more} weitere` : ""}.`,
  },
  importedBefore: (name, count) => `Eine Datei mit dem Namen „${name}“ wurde schon importiert: ${animals(count)}, `,
  importedBy: (person) => `von ${person}.`,
  importedAgain: "Ist es dieselbe Datei, gäbe es ihre Tiere danach doppelt.",
  checkHelp: "Prüft alle Zeilen und zeigt, was hinzukäme. Noch wird nichts hinzugefügt.",
  result: "Was hinzukäme",
  counts: {
    good: "Neue Tiere",
    updated: "Zu ändernde Tiere",
    bad: "Fehlerhafte Zeilen",
    categories: "Neue Kategorien",
  },
  changes: {
    title: "Was sich ändern würde",
    none: "Alle Werte dieser Tiere stehen schon so im Bestand: nichts würde sich ändern.",
    count: (values, pets) =>
      `${plural(values, "Wert", "Werte")} von ${plural(pets, "Tier", "Tieren")} ${values === 1 ? "würde" : "würden"} sich ändern.`,
    field: "Feld",
    before: "Jetzt",
    after: "Nach dem Import",
    more: (count) => `und ${plural(count, "weiterer Wert", "weitere Werte")}`,
  },
  newFields: {
    label: "Bezeichnung",
    name: "Name für Programme",
    of: (column) => `Das Feld für ${column}`,
    added: (count) => `${fields(count)} erstellt`,
    undone: (count) => `${fields(count)} gelöscht`,
    type: "Art des Werts",
    reason: (options, values, count) =>
      `${options}. Eine Auswahl, weil ${rows(count)} nur ${plural(values, "Wert", "Werte")} haben. Wenn spätere Dateien andere haben können, nehmen Sie Text.`,
    optionsAdded: (count) => `${plural(count, "Option", "Optionen")} hinzugefügt`,
    optionsUndone: (count) => `${plural(count, "Option", "Optionen")} entfernt`,
  },
  savedMapping: {
    save: "Diese Wahl speichern",
    help: "Eine JSON-Datei für die Kommandozeile, die damit die nächste Datei mit diesen Spalten ebenso liest.",
    file: (name) => `${name}-zuordnung.json`,
  },
  preview: "Die ersten Tiere, wie sie wären",
  previewLine: "Zeile",
  newCategory: "neu",
  problemsTitle: "Fehlerhafte Zeilen",
  problemRows: rows,
  listedOnly: (count) =>
    count === 1
      ? "Sie enthält nur die erste fehlerhafte Zeile."
      : `Sie enthält nur die ersten ${formatNumber(count)} fehlerhaften Zeilen.`,
  download: "Diese Zeilen herunterladen",
  downloadHelp:
    "Eine CSV-Datei mit jeder dieser Zeilen, ihrer Nummer und ihrem Problem: Korrigieren Sie die Zeilen dort, und importieren Sie sie später.",
  problemsFile: (name) => `${name}-probleme.csv`,
  skipBad: (count) =>
    count === 1
      ? "Die fehlerhafte Zeile auslassen und den Rest hinzufügen"
      : `Die ${formatNumber(count)} fehlerhaften Zeilen auslassen und den Rest hinzufügen`,
  nothingGood:
    "Keine Zeile lässt sich importieren. Sehen Sie sich die Probleme unten an: Vielleicht ist eine Spalte falsch gewählt.",
  start: written("hinzufügen", "ändern"),
  adding: (count, updated) => {
    const are = (count === 0 ? updated : count) === 1 ? "wird" : "werden";
    return `${written(`${are} hinzugefügt`, count === 0 ? `${are} geändert` : "geändert")(count, updated)} …`;
  },
  addingHelp:
    "Es werden alle hinzugefügt oder keine. Sie können diese Seite verlassen; eine Meldung sagt Ihnen, wenn alles fertig ist.",
  waiting: "Ein anderer Import läuft. Dieser beginnt von selbst, sobald der andere fertig ist.",
  stopWaiting: "Nicht mehr warten",
  done: written("hinzugefügt", "geändert"),
  doneDetail: (bad, categories) =>
    `${bad === 0 ? "Keine Zeile wurde" : plural(bad, "Zeile wurde", "Zeilen wurden")} ausgelassen; ${plural(categories, "Kategorie ist", "Kategorien sind")} neu.`,
  showAnimals: "Tiere anzeigen",
  showHistory: "Im Verlauf anzeigen",
  again: "Weitere Datei importieren",
  tooLargeToSend:
    "Die Datei wird bei der Übertragung zu groß: Teilen Sie sie, und importieren Sie beide Teile nacheinander.",
};
