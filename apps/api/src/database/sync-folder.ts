import { open } from "node:fs/promises";

/** Makes sure that a new name in the folder survives a power failure. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
};
