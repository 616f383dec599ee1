import type * as z from "zod";
import { petStatuses } from "./pet-status-values.js";
import { oneOf } from "../http/rules.js";

/** Availability: `available`, `pending` or `sold`. */
export const PetStatus = oneOf(petStatuses).meta({ id: "PetStatus", description: "Availability status of a pet." });
/** See the schema of the same name. */
export type PetStatus = z.infer<typeof PetStatus>;

/** The `status` of a pet that is created without one. */
export const DEFAULT_PET_STATUS: PetStatus = "available";

/**
 * The words that an import reads as a status, in lower case: those of the admin in English, German, Spanish and French,
 * and the values themselves.
 */
export const statusWords: Readonly<Record<PetStatus, readonly string[]>> = {
  available: ["available", "verfügbar", "disponible"],
  pending: ["pending", "reserved", "reserviert", "pendiente", "reservado", "réservé", "réservée", "en attente"],
  sold: ["sold", "verkauft", "vendido", "vendida", "vendu", "vendue"],
};
