import type { Suggestion } from "@petstore/contract/client";

/** An address of a page on which results open. */
export type FoundAddress =
  | {
      readonly to: "/animals";
      readonly search: {
        readonly open?: number;
        readonly q?: string;
        readonly categoryId?: number;
        readonly attributes?: Readonly<Record<string, readonly string[]>>;
      };
    }
  | { readonly to: "/orders" | "/customers"; readonly search: { readonly open: number } };

/** Identifies a result among all others. */
export const keyOfFound = ({ kind, id, attribute, value }: Suggestion): string =>
  `${kind}-${id ?? `${attribute}-${value}`}`;

/** Returns the filters of the list that shows the animals of a category or with a value; undefined for other kinds. */
export const filterOf = ({ kind, id, attribute, value }: Suggestion) => {
  if (kind === "category" && id !== null) return { categoryId: id };
  if (kind === "value" && attribute !== null && value !== null) return { attributes: { [attribute]: [value] } };
  return undefined;
};

/** Opens what was found. */
export const openFound = (found: Suggestion, navigate: (address: FoundAddress) => unknown): void => {
  const { kind, id } = found;
  const filter = filterOf(found);
  if (filter !== undefined) navigate({ to: "/animals", search: filter });
  if (id === null) return;
  if (kind === "pet") navigate({ to: "/animals", search: { open: id } });
  else if (kind === "order") navigate({ to: "/orders", search: { open: id } });
  else if (kind === "customer") navigate({ to: "/customers", search: { open: id } });
};
