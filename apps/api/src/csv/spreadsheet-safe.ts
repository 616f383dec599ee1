/**
 * A character that starts a formula, full-width ones included, at the start of a value or after a character that some
 * spreadsheets treat as a separator. csv-stringify's `escape_formulas` checks only the first character.
 */
const formula = /(?:^|[;\t\r\n])(?= *[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g;

/** An apostrophe makes spreadsheets treat a formula as text (OWASP, CSV Injection). */
export const spreadsheetSafe = (value: string | null): string | null => value?.replace(formula, "$&'") ?? null;
