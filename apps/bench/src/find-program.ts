import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

export const foldersOf = (path: string): string[] => path.split(delimiter).filter((folder) => folder !== "");

/** Finds the first of these names in the first of the folders that contains one of them. */
export const findProgram = (names: readonly string[], folders: readonly string[]): string | undefined =>
  folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
