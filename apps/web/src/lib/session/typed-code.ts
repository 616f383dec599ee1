/** The code that a field of a form holds: apps show one in two groups, and people type it so. */
export const typedCode = (value: unknown): string => (typeof value === "string" ? value.replaceAll(/\s/g, "") : "");
