import { catalogue } from "./catalogue";

export const account = catalogue({
  title: "My account",
});
