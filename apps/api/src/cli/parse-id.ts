import { Id } from "@petstore/contract";
import { InvalidArgumentError } from "commander";

export const idShownBy =
  (listing: string) =>
  (text: string): number => {
    const id = Id.safeParse(/^[0-9]+$/.test(text) ? Number(text) : Number.NaN);
    if (id.success) return id.data;
    throw new InvalidArgumentError(`It ${id.error.issues[0]?.message}; \`${listing}\` shows the ids.`);
  };
