import { catalogue } from "./catalogue";

export const history = catalogue({
  title: "History",
});
