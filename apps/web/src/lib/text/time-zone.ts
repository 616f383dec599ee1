let chosen: string | undefined;

const isKnown = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/**
 * Sets the time zone in which all pages show days and times.
 *
 * @param timeZone - IANA; null for that of the browser, which is also used if the browser does not know the zone.
 */
export const setTimeZone = (timeZone: string | null): void => {
  chosen = timeZone !== null && isKnown(timeZone) ? timeZone : undefined;
};

/** The time zone of the page: that of the store if it has set one, otherwise that of the browser. */
export const pageTimeZone = (): string => chosen ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates a format when it is first used in a time zone, because the first one takes 20 ms, or 80 on a slow machine. */
export const inPageZone = (locale: string, options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) => {
  let made: Intl.DateTimeFormat | undefined;
  let madeFor: string | undefined;
  return () => {
    if (made === undefined || madeFor !== chosen) {
      made = new Intl.DateTimeFormat(locale, { ...options, timeZone: chosen });
      madeFor = chosen;
    }
    return made;
  };
};
