import Fuse from "fuse.js";
import type { Animal } from "../animals.js";
import { type Engine, RESULTS } from "./engine.js";

/** Opens Fuse.js, which compares the query with each animal in memory. The name has more weight than other texts. */
export const openFuse = (animals: readonly Animal[]): Engine => {
  const entries = animals.map(({ externalId, name, category, attributes }) => ({
    externalId,
    name,
    others: [category, externalId, ...Object.values(attributes).flat()],
  }));
  const fuse = new Fuse(entries, {
    keys: [{ name: "name", weight: 3 }, "others"],
    ignoreLocation: true,
    ignoreDiacritics: true,
    threshold: 0.3,
  });
  return {
    title: "Fuse.js",
    search: async (q) => fuse.search(q, { limit: RESULTS }).map(({ item }) => item.externalId),
  };
};
