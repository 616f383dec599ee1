import type { StoreCheck } from "./check.js";
import { findFaultyRows } from "./faulty-rows.js";

const difference = `
  SELECT 'category ' || category_id || ', ' || status || ': ' || sum(pets) || ' pets, counted as ' || sum(amount) AS example
  FROM (
    SELECT category_id, status, count(*) AS pets, 0 AS amount FROM pet GROUP BY category_id, status
    UNION ALL SELECT category_id, status, 0, amount FROM pet_count
    UNION ALL SELECT category_id, status, 0, amount FROM pet_count_change
  ) AS part
  GROUP BY category_id, status HAVING sum(pets) <> sum(amount)`;

export const countsCheck: StoreCheck = {
  name: "counts",
  verifies: "The counters of pets agree with the pets of each category and status.",
  run: (query) =>
    findFaultyRows(query, {
      place: "pet_count",
      rule: "differs from the number of pets",
      remedy: "run SELECT recount_pets(), which is safe while the service runs",
      select: difference,
    }),
};
