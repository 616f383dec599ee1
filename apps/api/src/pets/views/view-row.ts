import { identityOf, type View, type ViewPage } from "@petstore/contract/routes";
import type { Transaction } from "../../operation/operation.js";

/** Identifies a view of an account. */
export type ViewKey = { readonly accountId: bigint; readonly page: ViewPage; readonly name: string };

type Views = Transaction["savedView"];
type Models = Pick<Transaction, "savedView" | "listView" | "account">;

/** Returns the model of a page's views. Views of pets have their own table: docs/decisions/0096-views-of-pages.md. */
export const viewsOf = (tx: Pick<Models, "savedView" | "listView">, page: ViewPage): Views =>
  // Both models have the same fields, but TypeScript cannot call a method of their union.
  page === "pets" ? tx.savedView : (tx.listView as unknown as Views);

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

/**
 * Finds a view of the caller's own account by its name as a person reads it. An account has at most {@link MAX_VIEWS}
 * views of a page, so they are compared here. Of two that were named alike before, it is the one that is spelled as asked.
 */
const findRow = async (
  db: Pick<Models, "savedView" | "listView">,
  { accountId, page, name }: ViewKey,
): Promise<Row | undefined> => {
  const wanted = identityOf(name);
  const rows = await viewsOf(db, page).findMany({ where: { accountId, page }, orderBy: { id: "asc" } });
  const alike = rows.filter((row) => identityOf(row.name) === wanted);
  return alike.find((row) => row.name === name) ?? alike[0];
};

/** @returns undefined if there is none */
export const findOwnView = async (
  db: Models,
  key: ViewKey,
): Promise<{ readonly id: bigint; readonly view: View } | undefined> => {
  const row = await findRow(db, key);
  return row && { id: BigInt(row.id), view: await toOwnView(db, row) };
};
