import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SampleLanguage, sampleLanguages } from "../src/samples/languages.js";
import { hasBrowser, test } from "./support/browser.js";
import { canRun, runSamples } from "./support/run-samples.js";
import { makeSampleStore, recordedOf, type SampleStore, startSampleStore } from "./support/sample-store.js";
import { sendFromPages } from "./support/send-from-page.js";

const languages = Object.keys(sampleLanguages) as SampleLanguage[];

let made: Awaited<ReturnType<typeof makeSampleStore>>;
beforeAll(async () => {
  made = await makeSampleStore();
});
afterAll(() => made.remove());

/** Expects that the requests of all samples arrive as they are shown, and that each succeeds. */
const expectRequests = async (sendAll: (store: SampleStore) => Promise<void>): Promise<void> => {
  const store = await startSampleStore(made);
  try {
    await sendAll(store);
    expect(store.recorder.failures).toEqual([]);
    expect(store.recorder.requests).toEqual(store.requests.map(recordedOf));
    expect(store.requests.length).toBeGreaterThan(80);
  } finally {
    await store.stop();
  }
};

describe.each(languages)("the samples of all operations in %s", (language) => {
  it.skipIf(!canRun(language)).concurrent(
    "send the same requests as in the other languages, and succeed",
    { timeout: 240_000 },
    () => expectRequests((store) => runSamples(language, store)),
  );
});

describe.skipIf(!hasBrowser)("the forms of all operations", () => {
  test("send the same requests as the samples, and succeed", { timeout: 240_000 }, ({ open }) =>
    expectRequests(({ requests, recorder, env }) =>
      sendFromPages((path) => open(path, { service: recorder.address }), requests, env.KEY),
    ),
  );
});
