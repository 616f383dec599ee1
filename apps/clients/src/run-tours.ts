import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient } from "@petstore/contract";
import { startLaterVersion } from "./later-version.js";
import type { Service } from "./service.js";
import { expectedLines, OTHER_PETS, PHOTO } from "./tour.js";

const TOUR_MS = 180_000;
const WINDOW_MS = 60_000;
/**
 * The maximum time for which a client waits for its next window. The machine must not be too busy to reach the limit
 * before that.
 */
const leftMs = (programs: number) => 6_000 + programs * 1_000;
/** The ids of categories start here, so that they need 53 bits. */
const FIRST_CATEGORY_ID = 9_007_199_254_740_000;

/** A program that runs the tour. */
export type TourProgram = { readonly command: string; readonly args: readonly string[]; readonly cwd?: string };

export type TourResult = {
  readonly lines: readonly string[];
  /** The number of lines that match the expected ones, in order. */
  readonly passed: number;
  readonly isPassed: boolean;
  /** The exit code or the signal, and what the program wrote to standard error. */
  readonly failure: string | undefined;
  readonly seconds: number;
};

type Visitor = { readonly key: string; readonly categoryId: number };

let categories = 0;

/** Creates a new key, which has used none of its rate limit, and a category with all pets of the tour except one. */
const welcome = async ({ baseUrl, adminKey }: Service): Promise<Visitor> => {
  const admin = createClient({ baseUrl, apiKey: adminKey });
  const categoryId = FIRST_CATEGORY_ID + categories++;
  const pets = Array.from({ length: OTHER_PETS }, (_, at) => ({ name: `Pet ${at}`, categoryId }));
  const created = await admin.pets.createPetBatch({ body: pets });
  if (created.status !== 201) throw new Error(`The response to POST /v1/pets/batch was ${created.status}.`);
  const made = await admin.apiKeys.createApiKey({ body: { name: `Tour ${categoryId}`, scope: "write" } });
  if (made.status !== 201) throw new Error(`The response to POST /v1/api-keys was ${made.status}.`);
  const { key } = made.body;
  await createClient({ baseUrl, apiKey: key }).pets.listPets({ query: { limit: 1 } });
  return { key, categoryId };
};

type Place = { readonly baseUrl: string; readonly photo: string };

const run = async (
  program: TourProgram,
  { baseUrl, photo }: Place,
  { key, categoryId }: Visitor,
): Promise<TourResult> => {
  const startedAt = performance.now();
  const child = spawn(program.command, program.args, {
    ...(program.cwd !== undefined && { cwd: program.cwd }),
    env: {
      ...process.env,
      PETSTORE_URL: baseUrl,
      PETSTORE_KEY: key,
      PETSTORE_CATEGORY: String(categoryId),
      PETSTORE_PHOTO: photo,
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TOUR_MS,
  });
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  const lines = output.split("\n").filter((line) => line !== "");
  const passed = expectedLines.filter((line, at) => lines[at] === line).length;
  const failure = code === 0 ? undefined : `exit ${signal ?? code}: ${errors.trim()}`;
  const isPassed = code === 0 && passed === expectedLines.length && lines.length === passed;
  return { lines, passed, isPassed, failure, seconds: (performance.now() - startedAt) / 1_000 };
};

/**
 * Runs the programs at the same time, against the proxy that answers as a later version, so that they wait for their
 * rate limits together.
 */
export const runTours = async (programs: readonly TourProgram[], service: Service): Promise<TourResult[]> => {
  const visitors: Visitor[] = [];
  for (const _ of programs) visitors.push(await welcome(service));
  await service.advanceClock(WINDOW_MS - leftMs(programs.length));
  const folder = await mkdtemp(join(tmpdir(), "petstore-tour-"));
  const photo = join(folder, "photo.png");
  await writeFile(photo, PHOTO);
  const { baseUrl, stop } = await startLaterVersion(service.baseUrl);
  try {
    const runs = programs.map((program, at) => run(program, { baseUrl, photo }, visitors[at] as Visitor));
    return await Promise.all(runs);
  } finally {
    stop();
    await rm(folder, { recursive: true });
  }
};
