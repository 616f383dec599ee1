import { findProgram, foldersOf } from "../find-program.js";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Finds Chromium by `CHROMIUM_PATH` or in `PATH`. @throws Error with a message for the user. */
export const findChromium = (): string => {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  const found = CHROMIUM_PATH ?? findProgram(names, foldersOf(PATH));
  if (found !== undefined) return found;
  throw new Error("Chromium was not found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
};
