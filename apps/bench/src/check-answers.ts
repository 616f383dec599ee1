import { BASE_PATH } from "@petstore/contract";
import { type Bench, startOn } from "./measure.js";
import { hotPage, pathOf, zipfPages } from "./requests.js";
import { readAnswers, recordAnswers } from "./servers/record-answers.js";
import type { Server } from "./servers/servers.js";
import { ANIMALS } from "./store/open-store.js";

const SHOWN = 300;
const samples = [hotPage, { limit: 20, after: 50_000 }, { limit: 7, status: "pending", after: 12_345 }];

/** Asks one server for what all must answer alike; of the service, it writes down what the bare server is to answer. */
const ask = async (bench: Bench, server: Server, isOwn: boolean): Promise<string[]> => {
  const { store, answersFile } = bench;
  const dialect = store.dialectOf(server);
  const process = await startOn(bench, server, store.databaseOf(server));
  try {
    const asking = { port: process.port, key: dialect.key };
    const pages = zipfPages(ANIMALS).map((page) => pathOf(page, dialect));
    if (isOwn) await recordAnswers(asking, pages, answersFile);
    return await readAnswers(asking, [...samples.map((page) => pathOf(page, dialect)), `${BASE_PATH}/pets/777`]);
  } finally {
    await process.stop();
  }
};

/** @throws Error when a server answers something else than the service does: it would be another work that is measured. */
export const checkAnswers = async (bench: Bench, own: Server, peers: readonly Server[]): Promise<void> => {
  const expected = await ask(bench, own, true);
  const refused = expected.find((answer) => !answer.startsWith("200 "));
  if (refused !== undefined) throw new Error(`The service does not answer as it should: ${refused}`);
  for (const peer of peers) {
    const answered = await ask(bench, peer, false);
    const different = expected.findIndex((answer, index) => answer !== answered[index]);
    if (different === -1) continue;
    const [has, wants] = [answered[different], expected[different]].map((answer = "") => answer.slice(0, SHOWN));
    throw new Error(`${peer.title} does not answer what the service does:\n${has}\n${wants}`);
  }
};
