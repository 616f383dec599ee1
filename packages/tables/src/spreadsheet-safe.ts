/**
 * Unlike csv-stringify's `escape_formulas`, this also finds formulas after a character that some spreadsheets take for
 * a separator.
 */
const formula = /(?:^|[;\t\r\n])(?= *[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g;

/** An apostrophe makes spreadsheets treat a formula as text (OWASP, CSV Injection). */
export const spreadsheetSafe = <Value extends string | null>(value: Value): Value =>
  (value === null ? null : value.replace(formula, "$&'")) as Value;
