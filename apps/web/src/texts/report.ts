import { catalogue } from "./catalogue";
import { statusWord } from "./common";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  range: "Range",
  month: "Month",
  previous: "Previous month",
  next: "Next month",
  byDay: "By day",
  byWeek: "By week",
  byCategory: "By category",
  week: "Week",
  paid: "Paid",
  stay: "Average days here",
  chart: (range: string) => `Animals added and ${statusWord("sold")}: ${range}`,
  pickWeek: "Week to read",
  noCategory: "No longer in a category",
  none: "Nothing has happened on these days.",
  about:
    "“Added” counts animals that were added one by one. “Paid” is what customers paid on these days, whenever they ordered. The days here run from the day when an animal was added or imported to its sale.",
  save: "Save as CSV",
  fileName: (first: string, last: string) => `report-${first}-${last}.csv`,
  table: "Table",
  from: "From",
  to: "To",
  paidIn: (currency: string) => `Paid (${currency})`,
};

export const { report } = catalogue({ report: texts });
