import { catalogue } from "./catalogue";

export const importing = catalogue({
  title: "Import",
});
