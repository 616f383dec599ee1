import { BASE_PATH } from "@petstore/contract/routes";
import { type Bench, startOn } from "./measure.js";
import { hotPage, pathOf, zipfPages } from "./requests.js";
import { readResponses, recordResponses } from "./servers/record-responses.js";
import { type Server, thisService } from "./servers/servers.js";
import { PETS } from "./store/open-store.js";

const SHOWN = 300;
const samples = [hotPage, { limit: 20, after: 50_000 }, { limit: 7, status: "pending", after: 12_345 }];

/**
 * Requests the pages that must be the same on all servers, and records the service's responses for the server that only
 * replays them.
 */
const fetchSamples = async (bench: Bench, server: Server, isOwn: boolean): Promise<string[]> => {
  const { store, responsesFile } = bench;
  const dialect = store.dialectOf(server);
  const process = await startOn(bench, server, store.databaseOf(server));
  try {
    const target = { port: process.port, key: dialect.key };
    const pages = zipfPages(PETS).map((page) => pathOf(page, dialect));
    if (isOwn) await recordResponses(target, pages, responsesFile);
    return await readResponses(target, [...samples.map((page) => pathOf(page, dialect)), `${BASE_PATH}/pets/777`]);
  } finally {
    await process.stop();
  }
};

/**
 * @throws Error if a server's response differs from the service's, because the bench would then compare different work.
 */
export const compareResponses = async (bench: Bench, competitors: readonly Server[]): Promise<void> => {
  const expected = await fetchSamples(bench, thisService, true);
  const refused = expected.find((response) => !response.startsWith("200 "));
  if (refused !== undefined) throw new Error(`The service's response is not 200: ${refused}`);
  for (const competitor of competitors) {
    const actual = await fetchSamples(bench, competitor, false);
    const different = expected.findIndex((response, index) => response !== actual[index]);
    if (different === -1) continue;
    const [has, wants] = [actual[different], expected[different]].map((response = "") => response.slice(0, SHOWN));
    throw new Error(`${competitor.title} responds differently from the service:\n${has}\n${wants}`);
  }
};
