import { findMissingTool, type Language, languages, nameOf } from "./languages.js";
import { judgeReceiver } from "./receivers.js";
import { runTours, type TourProgram, type TourResult } from "./run-tours.js";
import { type Service, startService } from "./service.js";
import { expectedLines, steps } from "./tour.js";
import { typescriptClients } from "./typescript-clients.js";

const help = `npx --yes pnpm clients [--list]

Takes the same tour with our client and with clients generated from the OpenAPI document, each against a live service.

  --list  print the steps of the tour and exit
`;

/** A client in the table of results. It has no program if it could not be built. */
type Candidate = {
  readonly name: string;
  readonly unlistedStatus: string;
  readonly program?: TourProgram;
  readonly receiver?: TourProgram;
  readonly buildSeconds: number;
};

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Returns the output of a failed build, without its lines of progress. */
const outputOf = (error: unknown): string => {
  const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
  return [stdout, stderr].join("\n").trim() || message;
};

const buildLanguage = async (language: Language): Promise<Candidate | undefined> => {
  const { unlistedStatus, program, receiver } = language;
  const name = await nameOf(language);
  const missing = await findMissingTool(language);
  if (missing !== undefined) {
    print(`${name}: skipped: needs ${missing.name} (${missing.remedy})`);
    return undefined;
  }
  const startedAt = performance.now();
  const buildSeconds = () => (performance.now() - startedAt) / 1_000;
  try {
    await language.build();
    print(`${name}: built in ${buildSeconds().toFixed(1)} s`);
    return { name, unlistedStatus, program, ...(receiver && { receiver }), buildSeconds: buildSeconds() };
  } catch (error) {
    print(`${name}: FAILED to build:\n${outputOf(error)}`);
    return { name, unlistedStatus, buildSeconds: buildSeconds() };
  }
};

const buildLanguages = async (): Promise<Candidate[]> => {
  const built: Candidate[] = [];
  for (const language of languages) {
    const candidate = await buildLanguage(language);
    if (candidate !== undefined) built.push(candidate);
  }
  return built;
};

const withService = async <Result>(work: (service: Service) => Promise<Result>): Promise<Result> => {
  const service = await startService();
  const stop = () => void service.stop().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
};

/** Checks that the receivers in the guide accept real deliveries and refuse forged ones. */
const judgeReceivers = async (candidates: readonly Candidate[], service: Service): Promise<boolean> => {
  const problems: string[] = [];
  for (const { name, receiver } of candidates) {
    if (receiver === undefined) continue;
    const problem = await judgeReceiver(receiver, service);
    print(`${name.replace(/:.*/, "")} receives webhooks: ${problem ?? "verified"}`);
    if (problem !== undefined) problems.push(problem);
  }
  return problems.length === 0;
};

const explain = ({ lines, failure }: TourResult): string[] => [
  ...expectedLines.flatMap((expected, at) =>
    lines[at] === expected ? [] : [`    expected ${expected}`, `    saw      ${lines[at] ?? "nothing"}`],
  ),
  ...(failure === undefined ? [] : [`    ${failure}`]),
];

const printTable = (candidates: readonly Candidate[], results: ReadonlyMap<Candidate, TourResult>) => {
  const width = Math.max(...candidates.map(({ name }) => name.length));
  print(`\n${"client".padEnd(width)}  steps passed  build   tour    unlisted status`);
  for (const candidate of candidates) {
    const result = results.get(candidate);
    const passed = `${result?.passed ?? 0} of ${steps.length}`.padEnd(12);
    const build = `${candidate.buildSeconds.toFixed(1)} s`.padStart(6);
    const tour = `${result?.seconds.toFixed(1) ?? "-"} s`.padStart(6);
    print(`${candidate.name.padEnd(width)}  ${passed}  ${build}  ${tour}  ${candidate.unlistedStatus}`);
    if (result !== undefined && !result.isPassed) for (const line of explain(result)) print(line);
  }
};

const run = async (): Promise<boolean> => {
  const typescript = typescriptClients.map(
    (client): Candidate => ({
      ...client,
      unlistedStatus: "as every error",
      buildSeconds: 0,
    }),
  );
  const candidates = [...typescript, ...(await buildLanguages())];
  const ready = candidates.filter(({ program }) => program !== undefined);
  const [isVerified, finished] = await withService(
    async (service) =>
      [
        await judgeReceivers(candidates, service),
        await runTours(
          ready.map(({ program }) => program as TourProgram),
          service,
        ),
      ] as const,
  );
  const results = new Map(ready.map((candidate, at) => [candidate, finished[at] as TourResult]));
  printTable(candidates, results);
  const passed = finished.filter(({ isPassed }) => isPassed).length;
  print(`\n${passed} passed, ${candidates.length - passed} failed`);
  return passed === candidates.length && isVerified;
};

const args = process.argv.slice(2).filter((arg) => arg !== "--");
if (args.length === 1 && args[0] === "--list") {
  for (const { name, does, sees } of steps) print(`${name}: ${does}\n    ${sees}`);
} else if (args.length > 0) {
  process.stderr.write(help);
  process.exitCode = args[0] === "--help" ? 0 : 1;
} else if (!(await run())) {
  process.exitCode = 1;
}
