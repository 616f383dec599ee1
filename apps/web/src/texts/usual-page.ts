import { catalogue } from "./catalogue";
import { plural } from "./numbers";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  open: (name: string) => `Details of ${name}`,
  nextRow: "Next row",
  previousRow: "Previous row",
  shown: (count: number) => `${plural(count, "row", "rows")} on this page`,
  added: (name: string) => `Added ${name}`,
  saved: (name: string) => `Saved ${name}`,
  gone: "It no longer exists",
  goneDetail: "Somebody has deleted it. The History page can bring it back.",
};

export const { usualPage } = catalogue({ usualPage: texts });
