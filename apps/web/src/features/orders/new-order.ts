import { ApiError } from "../../lib/service/api-error";
import { t } from "../../texts";

const texts = t.orders.create;

/** Explains, in the words of staff, a refusal that concerns the animal. */
export const petProblem = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "pet_not_available") return texts.notAvailable();
  return error.code === "pet_not_found" ? texts.gone : undefined;
};
