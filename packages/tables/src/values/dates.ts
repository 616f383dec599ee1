/** The order of day, month and year in a date such as `03/04/2022`. */
export const dateOrders = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The beginnings of the names of the months, without accents, in English, German, Spanish and French. */
const months: readonly (readonly string[])[] = [
  ["jan", "ene"],
  ["feb", "fev"],
  ["mar", "mrz"],
  ["apr", "abr", "avr"],
  ["may", "mai"],
  ["jun", "juin"],
  ["jul", "juil"],
  ["aug", "ago", "aou"],
  ["sep", "set"],
  ["oct", "okt"],
  ["nov"],
  ["dec", "dez", "dic"],
];

const monthOf = (name: string): number => {
  const start = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return months.findIndex((names) => names.some((one) => start.startsWith(one))) + 1;
};

/** Matches a time of day after the date, which is ignored. */
const TIME = /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/i;

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const DAY_NAME_YEAR = /^(\d{1,2})[-. ]+(\p{L}{3,12})[-., ]+(\d{4})$/u;
const NAME_DAY_YEAR = /^(\p{L}{3,12})[. ]+(\d{1,2}),? +(\d{4})$/u;

const MAX_LENGTH = 60;

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/**
 * Tells whether the Gregorian calendar has this day. An import asks this for each date of each row, so it creates no
 * Date, which would also turn 30 February into 2 March.
 * @param month - 1 for January.
 */
export const isDayOfCalendar = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0));

const digits = (number: number, length: number): string => String(number).padStart(length, "0");

const writeDay = (year: number, month: number, day: number): string | undefined =>
  isDayOfCalendar(year, month, day) ? `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}` : undefined;

const dayOf = (text: string): string => text.trim().slice(0, MAX_LENGTH).replace(TIME, "");

/**
 * Reads a date as `YYYY-MM-DD`. A date that names the month or begins with the year needs no order.
 * @param order - The order of a date such as `03/04/2022`; without it, such a date is not read.
 * @returns undefined if the text is not a date, or if its order is not known
 */
export const readDate = (text: string, order?: DateOrder): string | undefined => {
  const day = dayOf(text);
  const first = YEAR_FIRST.exec(day);
  if (first !== null) return writeDay(Number(first[1]), Number(first[3]), Number(first[4]));
  const compact = COMPACT.exec(day);
  if (compact !== null) return writeDay(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const named = DAY_NAME_YEAR.exec(day);
  if (named !== null) return writeDay(Number(named[3]), monthOf(named[2] ?? ""), Number(named[1]));
  const american = NAME_DAY_YEAR.exec(day);
  if (american !== null) return writeDay(Number(american[3]), monthOf(american[1] ?? ""), Number(american[2]));
  const last = YEAR_LAST.exec(day);
  if (last === null || order === undefined || order === "ymd") return undefined;
  const [one, other] = [Number(last[1]), Number(last[3])];
  return order === "dmy" ? writeDay(Number(last[4]), other, one) : writeDay(Number(last[4]), one, other);
};

/** Tells whether a text is a date whose order has to be known. */
export const needsDateOrder = (text: string): boolean => YEAR_LAST.test(dayOf(text));

/** Finds the order of the dates of a column: 21/08/2023 shows that the day is first. */
export const createDateEvidence = () => {
  let [isDayFirst, isMonthFirst] = [false, false];
  return {
    add: (text: string): void => {
      const [, one = "", , other = ""] = YEAR_LAST.exec(dayOf(text)) ?? [];
      if (Number(one) > 12 && Number(other) <= 12) isDayFirst = true;
      if (Number(other) > 12 && Number(one) <= 12) isMonthFirst = true;
    },
    /** Undefined if no date shows it, or if two dates show different orders. */
    order: (): DateOrder | undefined => {
      if (isDayFirst === isMonthFirst) return undefined;
      return isDayFirst ? "dmy" : "mdy";
    },
  };
};
