import { readOptions } from "../command-line.js";
import { help, parseOptions } from "./options.js";
import { type FuzzReport, runFuzz } from "./run-fuzz.js";

const print = (line: string) => void process.stdout.write(`${line}\n`);
const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

const summarise = ({ packets, statuses, worstMs, memory: { before, peakRss, after } }: FuzzReport): string[] => {
  const sorted = [...statuses].toSorted(([one], [other]) => one - other);
  const resources = ({ resources }: typeof before) =>
    Object.entries(resources)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ");
  return [
    `${packets} packets; responses: ${sorted.map(([status, count]) => `${status} ×${count}`).join(", ")}`,
    `/healthz: ${Math.round(worstMs)} ms at worst; longest delay of the event loop: ${Math.round(after.loopDelayMs)} ms`,
    `resident memory: ${mb(before.rss)} before, ${mb(peakRss)} at most, ${mb(after.rss)} after`,
    `live heap and buffers: ${mb(before.live)} before, ${mb(after.live)} after`,
    `resources before: ${resources(before)}; after: ${resources(after)}`,
  ];
};

const options = readOptions(parseOptions, help);
if (options !== undefined) {
  print(`seed ${options.seed}, ${options.seconds} s, ${options.connections} connections, ${options.api}`);
  const report = await runFuzz({ ...options, print });
  for (const line of summarise(report)) print(line);
  for (const [problem, count] of report.times) print(`found ${count} times: ${problem}`);
  if (report.findings.length > 0) print(`to replay: npx pnpm fuzz --replay ${options.findingsFile}`);
  print(`${report.packets} passed, ${report.findings.length} failed`);
  process.exitCode = report.findings.length === 0 ? 0 : 1;
}
