import { catalogue } from "./catalogue";
import { statusWord } from "./common";
import { formatNumber, plural } from "./numbers";

const animals = (count: number) => plural(count, "animal", "animals");
/** Writes "Add 3 animals", "Add 3 animals and change 2" or "Change 2 animals". */
const written = (add: string, change: string) => (count: number, updated: number) => {
  if (updated === 0) return `${add} ${animals(count)}`;
  if (count === 0) return `${change} ${animals(updated)}`;
  return `${add} ${animals(count)} and ${change.toLowerCase()} ${formatNumber(updated)}`;
};
const rows = (count: number) => plural(count, "row", "rows");

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  description: "Add animals from a spreadsheet: a workbook, a CSV file, or rows that you copy.",
  template: "Download a template",
  templateName: "animals.csv",
  notAllowed: "Only managers and owners can import animals.",
  drop: "Drop an .xlsx or CSV file here",
  choose: "Choose a file",
  limits:
    "One line names the columns; a title may stand above it. Up to 16 MiB and 300,000 rows. Nothing is added before you have seen it.",
  paste: {
    title: "Or paste rows",
    label: "Rows from a sheet, with the names of the columns",
    help: "Copy the rows in your spreadsheet program. If you press Ctrl+V (Cmd+V on a Mac) outside this field, they are read at once.",
    read: "Read these rows",
    name: (moment: string) => `Pasted ${moment.slice(0, 16).replace("T", " ")}`,
  },
  reading: "Reading the file…",
  problems: {
    "too-large": "The file is over 16 MiB. Split it, or leave out columns that are not imported.",
    "too-wide":
      "The file has more than 1,000 columns. Perhaps a cell far to the right has something in it: delete what is to the right of the table, or leave out columns that are not imported.",
    encoding:
      "The file is not UTF-8 text. Files of older programs are often Windows-1252: read it as Windows-1252, and check whether the names are right.",
    picture: "This is a picture, not a CSV file. Choose the file that your spreadsheet program saved as “CSV UTF-8”.",
    pdf: "This is a PDF, not a CSV file. Open the spreadsheet that it was made from, and save that as “CSV UTF-8”.",
    binary:
      "This is not a text file. In your spreadsheet program, save the table as .xlsx or “CSV UTF-8” and choose that file.",
    "old-workbook":
      "This is a spreadsheet of an older kind, or one with a password. Save it as .xlsx without a password and choose that file.",
    workbook:
      "This is not an .xlsx file, or it is damaged. In your spreadsheet program, save it as .xlsx or “CSV UTF-8” and choose that file.",
    "workbook-too-large":
      "The sheet is over 16 MiB or 300,000 rows, or the file is compressed so much that it may be harmful. Save the sheet as “CSV UTF-8”, or split it.",
    "no-reader":
      "The part of this page that reads spreadsheets could not be loaded. Check your connection and choose the file again.",
    empty: "There are no rows below the line that names the columns.",
    "line-too-long": "A line of the file is over 1 MiB. Perhaps a quote is opened and never closed.",
    "no-header-line": "There are no column names in this line. Choose the line that names the columns.",
    "no-sheet": "The workbook no longer has this sheet. Choose the file again.",
    unreadable: "The browser could not read the file. It may have been moved or changed: choose it again.",
  },
  readAsWindows: "Read as Windows-1252",
  otherFile: "Choose another file",
  file: "File",
  fileSummary: (count: number, size: string) => `${rows(count)}, ${size}`,
  kilobytes: (size: string) => `${size} kB`,
  sheet: "Sheet",
  headerLine: "Column names in line",
  hiddenRows: (count: number, isLeftOut: boolean) =>
    `Hidden rows in this sheet: ${formatNumber(count)}. ${isLeftOut ? "They are left out." : "They would be imported, too."}`,
  skipHiddenRows: "Leave out hidden rows",
  hiddenSheets: (names: readonly string[]) => `The workbook also has hidden sheets: ${names.join(", ")}.`,
  delimiter: "Separator",
  delimiters: { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Pipe" },
  encoding: "Encoding",
  encodings: { "utf-8": "UTF-8", "windows-1252": "Windows-1252", "utf-16le": "UTF-16", "utf-16be": "UTF-16" },
  columns: "Columns",
  columnsHelp: "Each column of the file, with some of its values, and where it goes. Check what was recognised.",
  leaveOut: "Leave out",
  newField: "New field…",
  leftOut: (count: number) => `Left out (${formatNumber(count)})`,
  findColumn: "Find a column",
  noColumnFound: "No column has this name.",
  moreColumns: (count: number) => `Show more (${formatNumber(count)})`,
  noValues: "No values",
  reasons: {
    word: "Recognised by the name of the column.",
    values: "Recognised by the values of the column.",
    product: (product: string) => `${product} uses this name for it.`,
  },
  chosenTwice: (field: string, others: readonly string[]) =>
    `“${field}” is also chosen for ${others.map((other) => `“${other}”`).join(", ")}. Choose it once.`,
  noStatus: () => `No column goes to the status, so all animals get ${statusWord("available")}.`,
  automatic: "As the column shows",
  dates: "Dates in the file",
  dateOrders: {
    dmy: "Day, month, year (24.12.2023)",
    mdy: "Month, day, year (12/24/2023)",
    ymd: "Year, month, day (2023-12-24)",
  },
  decimal: "Numbers in the file",
  decimals: { ".": "Decimal point (1,250.50)", ",": "Decimal comma (1.250,50)" },
  remembered: "These are your choices for the last file with these columns.",
  recognised: (product: string) =>
    `These are the columns of ${product}, and what is known of them is filled in. Check whether it is right.`,
  fallbackName: "Where the name is empty, take",
  categoryHelp: "A category that does not exist yet is added.",
  noColumn: "No column",
  update: "If an animal already has the number elsewhere, change that animal instead of reporting a problem",
  values: {
    summary: (count: number, unknown: number, hasMore: boolean) => {
      const all = hasMore ? `More than ${plural(count, "value", "values")}` : plural(count, "value", "values");
      return unknown === 0
        ? all
        : `${all}, ${formatNumber(unknown)} not known here: say what to make of ${unknown === 1 ? "it" : "them"}`;
    },
    rows,
    empty: "(empty)",
    label: (value: string) => `What “${value}” means`,
    choose: "Choose…",
    asWritten: "As it is written",
    guessed: (meaning: string) => `${meaning} (recognised)`,
    leaveEmpty: "Leave empty",
    addOption: (value: string) => `Add “${value}” as an option`,
    several: "Several fields…",
    more: (count: number) => `Show ${plural(count, "more value", "more values")}`,
    hasMore: "The file has other values too. They are imported as they are written.",
    tooManyStatuses:
      "This column has more than 100 different values, which is unusual for a status. All of them become:",
    unknown: (count: number, column: string) =>
      `${plural(count, "value", "values")} of “${column}” ${count === 1 ? "is" : "are"} not known here.`,
    show: "Say what they mean",
  },
  defineAndCheck: (fields: number, options: number) => {
    const added = [
      ...(fields === 0 ? [] : [plural(fields, "field", "fields")]),
      ...(options === 0 ? [] : [plural(options, "option", "options")]),
    ];
    return added.length === 0 ? "Check the file" : `Add ${added.join(" and ")} and check the file`;
  },
  checkAgain: "Check again",
  checking: "Checking every row…",
  missing: {
    name: "Say which column has the names.",
    category: "Say which column has the categories.",
    twice: (field: string, columns: readonly string[]) =>
      `“${field}” is chosen for ${columns.map((column) => `“${column}”`).join(" and ")}. Choose it once.`,
    status: (values: readonly string[], more: number) =>
      `Choose a status for ${values.map((value) => `“${value}”`).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
  },
  importedBefore: (name: string, animals: number) =>
    `A file with the name “${name}” was imported before: ${plural(animals, "animal", "animals")}, `,
  importedBy: (person: string) => `by ${person}.`,
  importedAgain: "If this is the same file, its animals would be in the store twice.",
  checkHelp: "Checks all rows and shows what would be added. Nothing is added yet.",
  result: "What would be added",
  counts: {
    good: "Animals to add",
    updated: "Animals to change",
    bad: "Rows with a problem",
    categories: "New categories",
  },
  changes: {
    title: "What would change",
    none: "Every value of these animals is already in the store: nothing would change.",
    count: (values: number, pets: number) => `${plural(values, "value", "values")} of ${animals(pets)} would change.`,
    field: "Field",
    before: "Now",
    after: "After the import",
    more: (count: number) => `and ${plural(count, "more value", "more values")}`,
  },
  newFields: {
    label: "Label",
    name: "Name for programs",
    of: (column: string) => `The field for ${column}`,
    added: (count: number) => `Added ${plural(count, "field", "fields")}`,
    undone: (count: number) => `Deleted ${plural(count, "field", "fields")}`,
    type: "Kind of value",
    reason: (options: string, values: number, count: number) =>
      `${options}. A choice, because ${rows(count)} have only ${plural(values, "value", "values")}. If later files may have other values, choose text.`,
    optionsAdded: (count: number) => `Added ${plural(count, "option", "options")}`,
    optionsUndone: (count: number) => `Removed ${plural(count, "option", "options")}`,
  },
  savedMapping: {
    save: "Save these choices",
    help: "A JSON file for the command line: it reads the next file with these columns in the same way.",
    file: (name: string) => `${name}-mapping.json`,
  },
  preview: "A preview of the first animals",
  previewLine: "Line",
  newCategory: "new",
  problemsTitle: "Rows with a problem",
  problemRows: (count: number) => rows(count),
  listedOnly: (count: number) => `The file has only the first ${rows(count)} with a problem.`,
  download: "Download these rows",
  downloadHelp: "A CSV file with each row, its line and its problem: correct the rows there, and import them later.",
  problemsFile: (name: string) => `${name}-problems.csv`,
  skipBad: (count: number) => `Leave out the ${rows(count)} with a problem, and add the rest`,
  nothingGood: "No row can be imported. Look at the problems below: perhaps the wrong column is chosen.",
  start: written("Add", "Change"),
  adding: (count: number, updated: number) => `${written("Adding", "Changing")(count, updated)}…`,
  addingHelp: "Either all are added or none. You can leave this page: a notice tells you when it is done.",
  waiting: "Another import is running. This one starts by itself as soon as the other is done.",
  stopWaiting: "Stop waiting",
  done: written("Added", "Changed"),
  doneDetail: (bad: number, categories: number) =>
    `${bad === 0 ? "No row was left out" : `${plural(bad, "row was", "rows were")} left out`}; ${plural(categories, "category is new", "categories are new")}.`,
  showAnimals: "Show the animals",
  showHistory: "Show in History",
  again: "Import another file",
  tooLargeToSend: "The file is too large to send. Split it in two, and import one part after the other.",
};

export const { importing } = catalogue({ importing: texts });
