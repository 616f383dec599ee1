import { catalogue } from "./catalogue";

export const staff = catalogue({
  title: "Staff",
});
