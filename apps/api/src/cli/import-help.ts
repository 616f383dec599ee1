export const importHelp = `
The file is CSV in UTF-8 (RFC 4180: values between commas, in quotes where need be), and
its first line names the columns. A file of any size is read in little memory, in one
transaction, while the service goes on answering.

Bad rows are listed on standard error by their line in the file, and the exit code is 1:
nothing is imported then, unless --skip-bad leaves them out.

Name      1 to 200 characters, without control characters; white space around is trimmed.
Category  A name finds the category of that name, in capitals or not; a new name makes
          one. All digits are the id of a category; a new id registers one without a name
          (with CATEGORY_POLICY=require, that is a bad row).
          Without --category-column, the column "categoryId" is taken, or else "category".
          Where the file has both, as an export does, the name counts, be it all digits,
          and the id only where there is no name. So an export goes into any store.
Status    available, pending or sold; empty is available. --status-map turns the file's
          own words into these; they must be written exactly so. * stands for all others.
Other columns, such as an export's id, are ignored: animals get new ids.

Examples:
  petstore import animals.csv --dry-run
  petstore import animals.csv --name-column animal_name --category-column species
  petstore import shelter.csv --status-column outcome \\
    --status-map "Adoption=sold,Transfer=pending,*=available"
  gunzip -c animals.csv.gz | petstore import -`;
