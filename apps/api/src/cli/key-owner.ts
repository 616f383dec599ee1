import type { Scope } from "@petstore/contract";
import type { Account } from "../generated/client.js";
import { OperatorError } from "../database/operator-error.js";
import type { Transaction } from "../operation/operation.js";
import { includesScope, scopeOfRole } from "../credentials/scopes.js";

const firstOwner = "`petstore accounts create --email you@example.com --role owner`";

const isDisabled = ({ banned, banExpires }: Account): boolean =>
  banned && (banExpires === null || banExpires > new Date());

const oldestOwner = async (tx: Transaction): Promise<Account> => {
  const owners = await tx.account.findMany({
    where: { role: "owner" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const owner = owners.find((account) => !isDisabled(account));
  if (owner !== undefined) return owner;
  throw new OperatorError(`There is no owner whom a key could belong to: ${firstOwner} makes one.`);
};

const accountOf = async (tx: Transaction, given: string): Promise<Account> => {
  // As they are stored.
  const email = given.trim().toLowerCase();
  const account = await tx.account.findUnique({ where: { email } });
  if (account === null) {
    throw new OperatorError(`There is no account ${given}: \`petstore accounts list\` shows those there are.`);
  }
  if (!isDisabled(account)) return account;
  throw new OperatorError(`Account ${email} is disabled, and a key of it would be refused: enable it first.`);
};

/**
 * Whose a new key is to be: the account with this address, or the oldest owner.
 * @throws OperatorError where there is none, or where it may do less than the key is to.
 */
export const keyOwner = async (tx: Transaction, email: string | undefined, scope: Scope): Promise<Account> => {
  const account = email === undefined ? await oldestOwner(tx) : await accountOf(tx, email);
  const most = scopeOfRole(account.role);
  if (includesScope(most, scope)) return account;
  throw new OperatorError(
    `Account ${account.email} is a ${account.role}, whose keys may do no more than ${most}: take that, or name another account.`,
  );
};
