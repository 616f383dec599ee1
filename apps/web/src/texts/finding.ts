import { catalogue } from "./catalogue";
import { plural } from "./numbers";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  results: "Search results",
  count: (count: number) => plural(count, "result", "results"),
  didYouMean: (text: string) => `Did you mean “${text}”?`,
  lists: "Show the animals of",
  all: (text: string) => `All animals that match “${text}”`,
  note: "Note",
  order: "Order",
  recent: "Recent searches",
  forget: "Forget the recent searches",
  scan: "Scan a code with the camera",
  scanHelp: "Hold a barcode or the code of a cage card in front of the camera.",
  stopScan: "Close the camera",
  noCamera: "The camera cannot be used. Allow it in the settings of the browser, or type the number.",
  unavailable: (status: string) => `${status}, cannot be ordered`,
  orMore: (animals: string) => `${animals} or more`,
  without: (filter: string, animals: string) => `Without ${filter}: ${animals}`,
};

export const { finding } = catalogue({ finding: texts });
