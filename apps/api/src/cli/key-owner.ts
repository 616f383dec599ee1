import type { Scope } from "@petstore/contract/routes";
import type { Account } from "../generated/client.js";
import { OperatorError } from "../config/operator-error.js";
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
  throw new OperatorError("not_found", "There is no enabled owner for the key;", `create one with ${firstOwner}.`);
};

const accountOf = async (tx: Transaction, given: string): Promise<Account> => {
  const email = given.trim().toLowerCase();
  const account = await tx.account.findUnique({ where: { email } });
  if (account === null) {
    throw new OperatorError(
      "not_found",
      `There is no account ${given};`,
      "`petstore accounts list` shows all accounts.",
    );
  }
  if (!isDisabled(account)) return account;
  throw new OperatorError("conflict", `Account ${email} is disabled, and its keys are refused;`, "enable it first.");
};

/**
 * Finds the account with this address, or the oldest enabled owner.
 * @throws OperatorError if that account may not have the scope.
 */
export const keyOwner = async (tx: Transaction, email: string | undefined, scope: Scope): Promise<Account> => {
  const account = email === undefined ? await oldestOwner(tx) : await accountOf(tx, email);
  const maxScope = scopeOfRole(account.role);
  if (includesScope(maxScope, scope)) return account;
  throw new OperatorError(
    "conflict",
    `Account ${account.email} is a ${account.role}, whose keys have at most scope ${maxScope};`,
    "use that scope or another account.",
  );
};
