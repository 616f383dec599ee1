import { createCleanup, exitAfterCleanup } from "./cleanup.js";
import { readOptions } from "./command-line.js";
import { help, parseOptions } from "./options.js";
import { runSuite } from "./suite.js";

const options = readOptions(parseOptions, help);
if (options !== undefined) {
  const cleanup = createCleanup();
  await exitAfterCleanup(cleanup, () => runSuite(options, cleanup));
}
