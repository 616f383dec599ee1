import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { useDataDir } from "./support/abandoned-start.js";
import { startServiceProcess } from "./support/service-process.js";

/**
 * A handler is installed only after Node has loaded the first module. Before that, the signal itself may end the
 * process.
 */
const exits = [0, "SIGTERM"];

describe("a start that SIGTERM interrupts", () => {
  const dataDir = useDataDir();

  it.each([0, 60, 150, 250, 350, 450, 600, 750, 900, 1_050, 1_250, 1_500])(
    "leaves no process and no unfinished file after %i ms",
    async (ms) => {
      const service = startServiceProcess({ DATA_DIR: dataDir.path() });
      await delay(ms);
      service.child.kill("SIGTERM");
      const code = await service.ended;
      await dataDir.expectNothingLeft();
      expect(exits).toContain(code);
    },
  );
});
