import { InvalidArgumentError } from "commander";

/** GET /statistics counts the events of up to 90 days. */
const KEPT_MONTHS = 3;

/** Midnight UTC at the start of the day. */
export const dayOf = (text: string): Date => {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  // 30 February would become a day in March.
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return date;
  throw new InvalidArgumentError("It must be a date such as 2026-01-31; days begin at midnight UTC.");
};

export const dateText = (date: Date): string => date.toISOString().slice(0, 10);

/** The latest date before which events can be deleted: this month and the three before it stay. */
export const latestPrune = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - KEPT_MONTHS));
