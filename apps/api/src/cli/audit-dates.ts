import { InvalidArgumentError } from "commander";

/** The months are kept because GET /statistics counts the events of up to 90 days. */
const KEPT_MONTHS = 3;

/** Returns midnight UTC at the start of the day. */
export const dayOf = (text: string): Date => {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  // `Date` would turn 30 February into a day in March.
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return date;
  throw new InvalidArgumentError("It must be a date such as 2026-01-31; days begin at midnight UTC.");
};

export const dateText = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Returns the latest date before which events can be deleted. The events of this month and the three before it stay.
 */
export const latestPrune = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - KEPT_MONTHS));
