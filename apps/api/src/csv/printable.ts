const MAX_SHOWN = 60;

/** Replaces control characters, which could change the operator's terminal. */
export const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, "\uFFFD");

/**
 * Cuts a value of a file, and replaces its control characters and its lone surrogates. The result is a copy, because a part of a text keeps the whole text in memory.
 */
export const shorten = (value: string): string => {
  const shown =
    value.length > MAX_SHOWN ? [...Array.from(value.slice(0, MAX_SHOWN)).slice(0, -1), "…"] : Array.from(value);
  return withoutControls(shown.join("").toWellFormed());
};

/** Puts a text in quotes, for a sentence. */
export const quoted = (text: string): string => `"${text}"`;

/** Makes a value of a file safe to print in a message. */
export const printable = (value: string): string => quoted(shorten(value));
