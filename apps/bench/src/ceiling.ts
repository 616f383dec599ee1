import { fileURLToPath } from "node:url";
import type { Cleanup } from "./cleanup.js";
import type { Generator } from "./load/generator.js";
import { startServer } from "./servers/server-process.js";
import { perSecond } from "./statistics.js";
import { integer } from "./tables/format.js";

const BODY_BYTES = 1_400;
const CONNECTIONS = 32;

/**
 * Describes the rate that the generator reaches against a server that does nothing. This is the highest rate that this
 * machine can measure.
 */
export const describeCeiling = async (generator: Generator, seconds: number, cleanup: Cleanup): Promise<string> => {
  const main = fileURLToPath(new URL("load/ceiling-process.js", import.meta.url));
  const { port, stop } = await startServer([process.execPath, main, String(BODY_BYTES)], {}, cleanup);
  const plan = {
    requests: ["GET /v1/pets?limit=20 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer none\r\n\r\n"],
  };
  const job = { port, connections: CONNECTIONS, idleConnections: 0, warmUpSeconds: 1, seconds, plan };
  const outcome = await generator.run(job);
  await stop();
  return `generator: ${integer(perSecond(outcome))}/s from a server that does nothing, ${integer(outcome.busy * 100)} % busy`;
};
