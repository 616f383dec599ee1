import { logoRule, MAX_LOGO_SIDE } from "@petstore/contract/routes";
import { AppError, invalidAt } from "../../errors.js";
import { readImageHeader } from "../photos/inspect-image.js";

/**
 * Checks that a data URL has a picture of a permitted size, which browsers can show without much memory.
 * @throws AppError 400
 */
export const checkLogo = async (logo: string): Promise<void> => {
  const bytes = Buffer.from(logo.slice(logo.indexOf(",") + 1), "base64");
  const read = (position: number, length: number) => Promise.resolve(bytes.subarray(position, position + length));
  const header = await readImageHeader(read).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (header === undefined || Math.max(header.width, header.height) > MAX_LOGO_SIDE)
    throw invalidAt("body.logo", logoRule);
};
