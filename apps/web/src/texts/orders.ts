import { catalogue } from "./catalogue";

export const orders = catalogue({
  title: "Orders",
});
