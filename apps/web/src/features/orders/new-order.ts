import type { Pet } from "@petstore/contract/client";
import { ApiError } from "../../lib/service/api-error";
import { t } from "../../texts";

const texts = t.orders.create;

/** Whether an animal that was found for another text fits this one too. */
export const isMatch = ({ id, name }: Pet, text: string): boolean =>
  String(id) === text || name.toLowerCase().includes(text.toLowerCase());

/** The animal's own refusals, in words for staff. */
export const petProblem = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "pet_not_available") return texts.notAvailable();
  return error.code === "not_found" ? texts.gone : undefined;
};
