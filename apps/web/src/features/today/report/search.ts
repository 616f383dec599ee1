import { activityRanges } from "../activity";

export type ReportSearch = {
  /** A month such as `2026-11`; the current month if there are no days either. */
  readonly month?: string | undefined;
  /** The last days up to today. */
  readonly days?: (typeof activityRanges)[number] | undefined;
};

/** The service keeps no numbers of other years. */
const monthPattern = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

/** Parses the search parameters of the report. */
export const parseReportSearch = (given: Readonly<Record<string, unknown>>): ReportSearch => {
  const days = activityRanges.find((range) => String(range) === String(given["days"]));
  const month = String(given["month"]);
  if (days !== undefined) return { days };
  return monthPattern.test(month) ? { month } : {};
};
