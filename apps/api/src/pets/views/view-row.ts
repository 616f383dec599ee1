import type { ViewPage } from "@petstore/contract/routes";
import { escapeLike } from "../../operation/listing/escape-like.js";
import type { Transaction } from "../../operation/operation.js";

/** What names a view of an account. */
export type ViewKey = { readonly accountId: bigint; readonly page: ViewPage; readonly name: string };

type Views = Transaction["savedView"];

/** The model of a page's views. Those of pets have a table of their own: docs/decisions/0096-views-of-pages.md. */
export const viewsOf = (tx: Transaction, page: ViewPage): Views =>
  // Both models have the same fields, but TypeScript cannot call a method of either.
  page === "pets" ? tx.savedView : (tx.listView as unknown as Views);

/** The view of a page and a name, ignoring case. Prisma compares by ILIKE, and does not escape the name. */
export const isNamed = ({ accountId, page, name }: ViewKey) => ({
  accountId,
  page,
  name: { equals: escapeLike(name), mode: "insensitive" as const },
});
