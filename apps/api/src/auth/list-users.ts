import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { withFactors } from "./accounts/factors.js";
import { toUser } from "./accounts/to-user.js";

const operators = { contains: "contains", starts_with: "startsWith", ends_with: "endsWith" } as const;

export const listUsers =
  ({ db }: Pick<AuthDeps, "db">): AuthOperation<"listUsers"> =>
  async ({ input: { limit, offset, searchField, searchOperator, searchValue, sortBy, sortDirection } }) => {
    const where =
      searchValue === undefined
        ? {}
        : { [searchField]: { [operators[searchOperator]]: searchValue, mode: "insensitive" as const } };
    const orderBy = [{ [sortBy]: sortDirection }, { id: sortDirection }];
    const accounts = await db.account.findMany({ where, orderBy, take: limit, skip: offset, include: withFactors });
    const total = await db.account.count({ where });
    return { body: { users: accounts.map(toUser), total, limit, offset } };
  };
