import { plural } from "../numbers";

export const animals = (count: number) => plural(count, "animal", "animaux");

/** `statusOf(2, "Vendu")` is "vendus": what that many animals are. */
export const statusOf = (count: number, status: string) => `${status.toLowerCase()}${count < 2 ? "" : "s"}`;
