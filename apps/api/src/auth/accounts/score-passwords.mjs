// @ts-check
// Plain JavaScript: tests run the source, and Node cannot compile it for a thread.
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

parentPort?.on("message", (/** @type {{ password: string, words: string[] }} */ { password, words }) => {
  parentPort?.postMessage(estimator.check(password, words).score, []);
});
