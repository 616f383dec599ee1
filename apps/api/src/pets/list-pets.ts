import { BASE_PATH, type contract } from "@petstore/contract";
import type { Deps } from "../deps.js";
import type { Operation } from "../operation.js";
import { toPet } from "./pet-row.js";

/**
 * Keyset paging: a page begins behind the id that the one before ended with, so that page 100,000 costs what page 1
 * does and no writer makes a page skip or repeat an animal.
 */
export const listPets =
  (deps: Pick<Deps, "db" | "cursors">): Operation<typeof contract.pets.listPets> =>
  async ({ query: { limit, status, cursor } }) => {
    const filters = status === undefined ? {} : { status };
    const scope = { listing: "pets", ...filters };
    const after = cursor === undefined ? 0 : deps.cursors.open(cursor, scope);
    const rows = await deps.db.pet.findMany({
      where: { ...filters, id: { gt: after } },
      orderBy: { id: "asc" },
      take: limit + 1,
    });
    const page = rows.slice(0, limit).map(toPet);
    const last = page.at(-1);
    if (rows.length <= limit || last === undefined) return { status: 200, body: page };
    const next = new URLSearchParams({ ...filters, limit: String(limit), cursor: deps.cursors.seal(last.id, scope) });
    return { status: 200, body: page, headers: { Link: `<${BASE_PATH}/pets?${next}>; rel="next"` } };
  };
