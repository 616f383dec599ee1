/**
 * Returns the code that was typed, without spaces, because apps show codes in two groups and people type them like
 * that.
 */
export const typedCode = (value: unknown): string => (typeof value === "string" ? value.replaceAll(/\s/g, "") : "");
