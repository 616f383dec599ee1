import type { StoreCheck } from "./check.js";
import { findFaultyRows } from "./faulty-rows.js";

const waiting = {
  place: "job_step",
  rule: "has started three times without finishing, so it waits for a person",
  remedy: "find the cause in the log, then run `petstore jobs resume KIND ID` or `petstore jobs drop KIND ID`",
  select: "SELECT kind || ' ' || job_id AS example FROM job_step WHERE waiting_since IS NOT NULL ORDER BY kind, job_id",
};

export const jobsCheck: StoreCheck = {
  name: "jobs",
  verifies: "No undo, merge or task of the service waits for a person.",
  run: (query) => findFaultyRows(query, waiting),
};
