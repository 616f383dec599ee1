import type { Query } from "../database/query.js";

/**
 * New names wait in a list, which PostgreSQL sorts into the index when it is full: the longer it may get, the less often
 * the index is gone through. But every search in names reads the list meanwhile, and whoever adds an animal while it is
 * longer than 4 MB, PostgreSQL's own limit, has to sort it in: hence no longer than this.
 */
const PENDING_LIMIT = "64MB";
/** Enough to sort a full list in at one go: work_mem counts while animals are added, the other where it is asked for. */
const SORT_MEMORY = "256MB";

// Only the index's owner may have the list sorted in; whoever may not leaves it as short as it is for everybody.
const ownIndex = "FROM pg_class WHERE oid = to_regclass('pet_name_trgm_idx') AND pg_has_role(relowner, 'USAGE')";

/** Lets the index that names are searched in fall behind, until `settleNameIndex` or the transaction's end. */
export const deferNameIndex = (query: Query) =>
  query(
    `SELECT set_config('gin_pending_list_limit', $1, true), set_config('work_mem', $2, true),
       set_config('maintenance_work_mem', $2, true) ${ownIndex}`,
    [PENDING_LIMIT, SORT_MEMORY],
  );

/** Sorts in what is pending. It is no part of the transaction: what is rolled back has been sorted in all the same. */
export const settleNameIndex = (query: Query) => query(`SELECT gin_clean_pending_list(oid) ${ownIndex}`, []);
