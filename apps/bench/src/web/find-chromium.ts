import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** `CHROMIUM_PATH`, or what `PATH` has. @throws Error with a message for the user. */
export const findChromium = (): string => {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = (CHROMIUM_PATH === undefined ? places : [CHROMIUM_PATH]).find(isProgram);
  if (found !== undefined) return found;
  throw new Error("Chromium was not found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
};
