import { Id } from "@petstore/contract/schemas";
import { z } from "zod";

/** The address of the webhooks page. @property open - The webhook whose details are shown. */
export type WebhookSearch = { readonly open?: number | undefined };

const Open = z.coerce.number().pipe(Id);

/** Leaves out anything that is not a number, because an address may be mistyped. */
export const parseWebhookSearch = ({ open }: Readonly<Record<string, unknown>>): WebhookSearch => {
  const { success, data } = Open.safeParse(open);
  return success ? { open: data } : {};
};
