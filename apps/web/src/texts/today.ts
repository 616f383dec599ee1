import { catalogue } from "./catalogue";

export const today = catalogue({
  title: "Today",
});
