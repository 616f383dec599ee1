import type { ViewPage } from "@petstore/contract/routes";
import { escapeLike } from "../../operation/listing/escape-like.js";
import type { Transaction } from "../../operation/operation.js";

/** Identifies a view of an account. */
export type ViewKey = { readonly accountId: bigint; readonly page: ViewPage; readonly name: string };

type Views = Transaction["savedView"];

/**
 * Returns the model of a page's views. Views of pets have a table of their own: docs/decisions/0096-views-of-pages.md.
 */
export const viewsOf = (tx: Transaction, page: ViewPage): Views =>
  // Both models have the same fields, but TypeScript cannot call a method of their union.
  page === "pets" ? tx.savedView : (tx.listView as unknown as Views);

/** The condition for a view by its page and name, ignoring case. Prisma uses ILIKE, and does not escape the name. */
export const isNamed = ({ accountId, page, name }: ViewKey) => ({
  accountId,
  page,
  name: { equals: escapeLike(name), mode: "insensitive" as const },
});
