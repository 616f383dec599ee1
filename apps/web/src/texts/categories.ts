import { catalogue } from "./catalogue";

export const categories = catalogue({
  title: "Categories",
});
