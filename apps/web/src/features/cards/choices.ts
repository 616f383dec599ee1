import type { Attribute } from "@petstore/contract/client";
import { z } from "zod";
import { createPreference } from "../../lib/page/preferences";

const Choices = z.object({
  paper: z.enum(["a6", "a4"]).default("a6"),
  hasWarnings: z.boolean().default(true),
  /** The names of fields that differ from what {@link isShown} has without a choice. */
  fields: z.record(z.string(), z.boolean()).default({}),
});

export type CardChoices = z.output<typeof Choices>;

const parse = (stored: unknown): CardChoices => Choices.safeParse(stored).data ?? Choices.parse({});

/** What the cards show: chosen by each account for itself. */
export const cardChoices = (account: number | string) => createPreference(`cage-cards-${account}`, parse);

/** Shows what anybody may know, unless the account chose otherwise. */
export const isShown = ({ fields }: CardChoices, { name, isPublic }: Attribute): boolean => fields[name] ?? isPublic;
