import * as z from "zod";
import { decimalDigits } from "../../http/identifiers.js";
import { Name } from "../../http/names.js";
import { limitOf } from "../../http/paging.js";
import { personal } from "../../http/personal.js";
import { rule } from "../../http/rules.js";

const MAX_OFFSET = 999_999_999;
const offsetRule = `must be an integer from 0 to ${MAX_OFFSET}`;

/** The filter, the order and the page of `listUsers`. */
export const UserQuery = z.strictObject({
  limit: limitOf("accounts", 100, 100),
  offset: decimalDigits(z.int(rule(offsetRule)).min(0).max(MAX_OFFSET, offsetRule), offsetRule)
    .default(0)
    .meta({ description: "The number of accounts to skip.", examples: [0] }),
  searchField: z
    .enum(["email", "name"], rule("must be email or name"))
    .default("email")
    .meta({ description: "The field that `searchValue` is compared with.", examples: ["name"] }),
  searchOperator: z
    .enum(["contains", "starts_with", "ends_with"], rule("must be contains, starts_with or ends_with"))
    .default("contains")
    .meta({ description: "How `searchValue` is compared, ignoring case.", examples: ["starts_with"] }),
  searchValue: personal(Name, "kept")
    .optional()
    .meta({ description: "Only accounts whose field matches.", examples: ["jane"] }),
  sortBy: z
    .enum(["email", "name", "createdAt"], rule("must be email, name or createdAt"))
    .default("email")
    .meta({
      description: "The field to sort by; accounts that are equal in it are sorted by id.",
      examples: ["createdAt"],
    }),
  sortDirection: z
    .enum(["asc", "desc"], rule("must be asc or desc"))
    .default("asc")
    .meta({ description: "The direction to sort in.", examples: ["desc"] }),
});
