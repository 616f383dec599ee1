import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The first one has no windows and needs only three fifths of the processor time. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const message =
  "The browser tests are skipped: Chromium was not found. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.";

/** Returns `CHROMIUM_PATH`, or a browser in `PATH`. With `REQUIRE_BROWSER=1`, a missing browser is an error. */
export const findChromium = (): string | undefined => {
  const { CHROMIUM_PATH, PATH = "", REQUIRE_BROWSER } = process.env;
  if (CHROMIUM_PATH !== undefined && !isProgram(CHROMIUM_PATH)) {
    throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which is no program: set it to that of Chromium.`);
  }
  const found =
    CHROMIUM_PATH ??
    PATH.split(delimiter)
      .flatMap((folder) => names.map((name) => join(folder, name)))
      .find(isProgram);
  if (found !== undefined) return found;
  if (REQUIRE_BROWSER === "1") throw new Error(message);
  process.stderr.write(`${message}\n`);
  return undefined;
};
