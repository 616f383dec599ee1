import type { Pet } from "@petstore/contract/client";
import { ApiError } from "../../lib/service/api-error";
import { fold } from "../../lib/text/fold";
import { t } from "../../texts";

const texts = t.orders.create;

/** Tells whether an animal that was found for another text also matches this text. */
export const isMatch = ({ id, name }: Pet, text: string): boolean =>
  String(id) === text || fold(name).includes(fold(text));

/** Explains, in the words of staff, a refusal that concerns the animal. */
export const petProblem = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "pet_not_available") return texts.notAvailable();
  return error.code === "pet_not_found" ? texts.gone : undefined;
};
