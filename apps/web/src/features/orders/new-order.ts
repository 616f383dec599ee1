import type { Pet } from "@petstore/contract/client";
import { ApiError } from "../../lib/service/api-error";
import { t } from "../../texts";

const texts = t.orders.create;

/** Whether an animal found for another text also matches this text. */
export const isMatch = ({ id, name }: Pet, text: string): boolean =>
  String(id) === text || name.toLowerCase().includes(text.toLowerCase());

/** Refusals that concern the animal, in words for staff. */
export const petProblem = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "pet_not_available") return texts.notAvailable();
  return error.code === "not_found" ? texts.gone : undefined;
};
