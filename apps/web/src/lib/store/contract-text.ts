import { contractPlaceholders } from "@petstore/contract/schemas";

/** The facts of a sale by the names of their placeholders. */
export type ContractFacts = Readonly<Record<(typeof contractPlaceholders)[number], string>>;

const placeholder = new RegExp(`\\{(${contractPlaceholders.join("|")})\\}`, "g");

/** Writes the facts of a sale into the store's text for contracts. A fact with braces is not read as a placeholder. */
export const fillContract = (text: string, facts: ContractFacts): string =>
  text.replace(placeholder, (_, name: keyof ContractFacts) => facts[name]);
