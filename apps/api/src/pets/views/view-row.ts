import type { View, ViewPage } from "@petstore/contract/routes";
import { escapeLike } from "../../operation/listing/escape-like.js";
import type { Transaction } from "../../operation/operation.js";

/** Identifies a view of an account. */
export type ViewKey = { readonly accountId: bigint; readonly page: ViewPage; readonly name: string };

type Views = Transaction["savedView"];
type Models = Pick<Transaction, "savedView" | "listView" | "account">;

/** Returns the model of a page's views. Views of pets have their own table: docs/decisions/0096-views-of-pages.md. */
export const viewsOf = (tx: Pick<Models, "savedView" | "listView">, page: ViewPage): Views =>
  // Both models have the same fields, but TypeScript cannot call a method of their union.
  page === "pets" ? tx.savedView : (tx.listView as unknown as Views);

/** The condition for a view by its page and name, ignoring case. Prisma uses ILIKE, and does not escape the name. */
export const isNamed = ({ accountId, page, name }: ViewKey) => ({
  accountId,
  page,
  name: { equals: escapeLike(name), mode: "insensitive" as const },
});

type Row = Awaited<ReturnType<Views["findFirstOrThrow"]>>;

/** Makes the body of a view of the caller's own account. */
export const toOwnView = async (
  db: Pick<Transaction, "account">,
  { accountId, page, name, query, shared, updatedAt }: Row,
): Promise<View> => {
  const owner = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { name: true } });
  return {
    page,
    name,
    query: query as View["query"],
    isShared: shared,
    owner: { id: accountId, name: owner.name },
    isOwn: true,
    updatedAt,
  };
};

/** Finds a view of the caller's own account. @returns undefined if there is none */
export const findOwnView = async (db: Models, key: ViewKey): Promise<View | undefined> => {
  const row = await viewsOf(db, key.page).findFirst({ where: isNamed(key) });
  return row === null ? undefined : toOwnView(db, row);
};
