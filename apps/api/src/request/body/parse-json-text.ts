import { invalidAt } from "../../errors.js";

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidAt("body", "must be UTF-8");
  }
};

/** @throws AppError 400 */
export const parseJsonText = (bytes: Buffer): unknown => {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidAt("body", `must be valid JSON: ${(error as SyntaxError).message}`);
  }
};
