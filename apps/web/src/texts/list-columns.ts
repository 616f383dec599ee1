import { catalogue } from "./catalogue";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  age: "Age",
  daysHere: "Days here",
  usual: "Usual columns",
  width: (column: string) => `Width of ${column}`,
  drag: "Drag to move the column.",
  handle:
    "Drag to change the width. A double click resets it. The arrow keys change it too, and with Shift they move the column.",
  handleFixed: "Drag to change the width. A double click resets it. The arrow keys change it too.",
  moved: (column: string, place: number, count: number) => `${column} is column ${place} of ${count}`,
};

export const { listColumns } = catalogue({ listColumns: texts });
