/**
 * A character that begins a formula, full-width ones included, where a cell may begin: at the start of a value, or behind what
 * some spreadsheet takes for a separator. csv-stringify's `escape_formulas` sees the start alone, and no spaces before it.
 */
const formula = /(?:^|[;\t\r\n])(?= *[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g;

/** A value with an apostrophe before each formula, which has spreadsheets take it for text (OWASP, CSV Injection). */
export const spreadsheetSafe = (value: string | null): string | null => value?.replace(formula, "$&'") ?? null;
