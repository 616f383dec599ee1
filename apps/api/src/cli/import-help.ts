import { ATTRIBUTE_COLUMN, DEFAULT_PET_STATUS } from "@petstore/contract/routes";

export const importHelp = `
The file is CSV (RFC 4180: values in quotes if necessary) or an .xlsx workbook. Commas,
semicolons, tabs and vertical bars are recognised, and so are UTF-8, UTF-16 and
Windows-1252. One line names the columns; the title of a report may stand above it. Blank
rows are skipped. A CSV file of any size is imported in one transaction with little
memory, while the service keeps running; a workbook may have up to 64 MiB.

The first twenty bad rows are listed on standard error with their line numbers, followed
by each kind of problem and the number of rows that have it. The exit code is then 1 and
nothing is imported, unless --skip-bad skips these rows. --bad-rows writes them to a file.
Correct that file and import it: its columns Line and Problem are ignored.

Name      1 to 200 characters after trimming, without control characters.
Category  A name finds a category, ignoring case, or creates one. A value of only digits is
          an id; an unknown id registers a category without a name (with
          CATEGORY_POLICY=require, the row is bad).
          The default column is "categoryId", or else "category". If the file has both, as
          an export does, the import uses the name, even if it is all digits, and uses the
          id only if the name is empty. An export can therefore be imported into any store.
Status    available, pending or sold, or the word for it in German, Spanish or French; empty
          means ${DEFAULT_PET_STATUS}. --status-map maps the file's own values, which must match
          exactly, to these; * matches all others.
Attribute The column is ${ATTRIBUTE_COLUMN}NAME, or has the attribute's name or label, ignoring case,
          or a usual word for it. An empty cell leaves the pet without a value. A date is
          2023-08-17, 12 Aug 2020 or 24.12.2023. The other dates of the column usually show
          whether the day or the month comes first; if they do not, state it with --dates.
          In the same way, --decimal states whether the comma in 1,250 begins the decimals.
          A boolean is yes, no, true, false, y, n, 1, 0 or x. Several texts are separated
          by ; and if one of them contains ; or a quote, all of them must be in quotes.
Values    In the columns of the attributes sex and neutered, words such as "Neutered Male" or
          "M/N" set both. --mapping maps other values by a JSON file with valueMaps, as in
          {"valueMaps": {"Gender": {"X": {}, "Gelding": {"sex": "male", "neutered": true}}}}.
          --dry-run prints the values that the import does not understand, and --write-mapping
          writes a mapping for you to complete. --add-options adds unknown values of a
          choice to its options.
Codes     A row is bad if a spreadsheet program has shortened an externalId or a text, as in
          9.85112E+14, or if a code has lost leading zeros that it has in the store. Format
          the column as text in that program, or work with \`petstore export pets.xlsx\`.
Other columns, for example the id of an export, are ignored: pets get new ids.

Examples:
  petstore import pets.csv --dry-run
  petstore import pets.csv --name-column animal_name --category-column species
  petstore import shelter.csv --status-column outcome \\
    --status-map "Adoption=sold,Transfer=pending,*=available"
  petstore import report.xlsx --sheet Animals --dates mdy
  petstore import shelter.csv --external-id-column tag --define
  petstore import shelter.csv --external-id-column tag --update --dry-run
  petstore import shelter.csv --dry-run --write-mapping shelter.json
  petstore import shelter.csv --mapping shelter.json
  petstore import shelter.csv --define --define-as Size=text
  petstore import shelter.csv --skip-bad --bad-rows bad.csv
  gunzip -c pets.csv.gz | petstore import -`;
