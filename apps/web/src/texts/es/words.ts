import { plural } from "../numbers";

export const animals = (count: number) => plural(count, "animal", "animales");

/** `statusOf(2, "Vendido")` is "vendidos": what that many animals are. */
export const statusOf = (count: number, status: string) => `${status.toLowerCase()}${count === 1 ? "" : "s"}`;
