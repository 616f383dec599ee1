import { catalogue } from "./catalogue";

export const keys = catalogue({
  title: "Keys",
});
