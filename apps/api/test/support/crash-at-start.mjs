// This file is loaded into every process of a service. For each file in the folder CRASHES, one worker ends during its
// start.
import { readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

const folder = process.env["CRASHES"] ?? "";
const take = (name) => {
  try {
    // `rmSync` would also succeed if another worker had just removed the file.
    unlinkSync(join(folder, name));
    return true;
  } catch {
    return false;
  }
};
if (process.argv[1]?.endsWith("worker.js") && readdirSync(folder).some(take)) process.exit(9);
