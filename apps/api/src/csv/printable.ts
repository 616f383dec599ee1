const MAX_SHOWN = 60;

/**
 * Makes a value of a file safe to print in a message, because control characters could change the operator's terminal.
 */
export const printable = (value: string): string => {
  const shown = value.length > MAX_SHOWN ? `${Array.from(value.slice(0, MAX_SHOWN)).slice(0, -1).join("")}…` : value;
  return `"${shown.replaceAll(/\p{Cc}/gu, "\uFFFD")}"`;
};
