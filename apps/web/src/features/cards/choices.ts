import type { Attribute } from "@petstore/contract/client";
import { z } from "zod";
import { createPreference } from "../../lib/page/preferences";

const Choices = z.object({
  paper: z.enum(["a6", "a4"]).default("a6"),
  hasWarnings: z.boolean().default(true),
  /** The fields that somebody has switched on or off, where this differs from the default of {@link isShown}. */
  fields: z.record(z.string(), z.boolean()).default({}),
});

export type CardChoices = z.output<typeof Choices>;

const parse = (stored: unknown): CardChoices => Choices.safeParse(stored).data ?? Choices.parse({});

/** Each account chooses for itself what the cards show. */
export const cardChoices = (account: number | string) => createPreference(`cage-cards-${account}`, parse);

/** Whether the cards show a field. By default they show only fields that the public may see. */
export const isShown = ({ fields }: CardChoices, { name, isPublic }: Attribute): boolean => fields[name] ?? isPublic;
