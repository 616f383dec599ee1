import type * as z from "zod";
import type { NewAttribute } from "./attribute.js";

/** An attribute of a new store. */
export type VocabularyEntry = Pick<z.output<typeof NewAttribute>, "name" | "label" | "type"> & {
  readonly help?: string;
  readonly unit?: string;
  readonly minimum?: number;
  readonly decimals?: number;
  readonly options?: { label: string; value: string }[];
  readonly isPublic?: boolean;
  readonly isAskedAtIntake?: boolean;
};

/** Fields of animals that live in the store for a while: nobody can answer them at the door. */
const later = { isAskedAtIntake: false };

const yesOrNo = (name: string, label: string) => ({ name, label, type: "boolean" as const, ...later });

const choicesOf = (...labels: readonly string[]) =>
  labels.map((label) => ({ value: label.toLowerCase().replaceAll(/\W+/g, "_"), label }));

const suggestionsOf = (...labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

/**
 * The attributes of a new store, in English, which use the usual terms of a pet store. A store may change them, and the
 * admin offers to put those that nobody has changed into the language of the person.
 */
export const vocabulary: readonly VocabularyEntry[] = [
  { name: "breed", label: "Breed", type: "text" },
  { name: "second_breed", label: "Second breed", type: "text", ...later },
  yesOrNo("mixed", "Mixed breed"),
  { name: "sex", label: "Sex", type: "choice", options: choicesOf("Female", "Male", "Unknown") },
  { name: "born_on", label: "Born on", type: "date", help: "An estimate is better than nothing." },
  {
    name: "size",
    label: "Size",
    type: "choice",
    options: choicesOf("Small", "Medium", "Large", "Extra large"),
    help: "Grown up.",
  },
  {
    name: "coat",
    label: "Coat",
    type: "choice",
    options: choicesOf("Hairless", "Short", "Medium", "Long", "Wire", "Curly"),
    ...later,
  },
  {
    name: "colours",
    label: "Colours",
    type: "labels",
    options: suggestionsOf("Black", "Brown", "Cream", "Golden", "Green", "Grey", "Orange", "Red", "Tabby", "White"),
  },
  yesOrNo("neutered", "Neutered"),
  yesOrNo("house_trained", "House-trained"),
  { name: "special_needs", label: "Special needs", type: "text", ...later },
  yesOrNo("good_with_children", "Good with children"),
  yesOrNo("good_with_dogs", "Good with dogs"),
  yesOrNo("good_with_cats", "Good with cats"),
  { name: "microchip", label: "Microchip", type: "text", isPublic: false, help: "Its 15 digits." },
  { name: "price", label: "Price", type: "number", unit: "$", minimum: 0, decimals: 2 },
  { name: "location", label: "Location", type: "text", isPublic: false, help: "Its kennel, cage or foster home." },
  { name: "arrived_on", label: "Arrived on", type: "date", help: "The days here count from it." },
  {
    name: "labels",
    label: "Labels",
    type: "labels",
    options: suggestionsOf("Playful", "Quiet", "Shy", "Affectionate", "Energetic", "Senior", "New"),
    ...later,
  },
  { name: "description", label: "Description", type: "longText", help: "What visitors read.", ...later },
];
