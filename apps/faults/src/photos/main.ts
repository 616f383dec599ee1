import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { number, readOptions } from "@petstore/bench/dist/command-line.js";
import { quantile } from "@petstore/bench/dist/statistics.js";
import { suiteOptions } from "../options.js";
import { runChecks } from "../run-checks.js";
import { describeMachine } from "../run-suite.js";
import { startPrivateService } from "../service/private-service.js";
import { storeDatabase } from "../store/postgres.js";
import { hostileImages } from "./hostile-images.js";
import { megabytesOf } from "./memory-of.js";
import { another, photoLike } from "./photo-like.js";
import { proveHostile } from "./prove-hostile.js";
import { startReader } from "./reader.js";

const help = `npx --yes pnpm faults:photos [--only hostile] [--photos 200] [--clients 8] [--api folder]

"photos": uploads photos of 3 to 12 megapixels, and kills the service (kill -9) in the middle. Every photo that was answered
201 must be there. Prints photos a second, the latency of GET /v1/pets beside it, and the memory of all processes.

"hostile": uploads eight hostile images of each kind at once to a service in 512 MiB. Prints the most resident memory of the
service and its process that reads images, and the p99 of another client's reads. It fails if that memory reaches the
limit, if an image is not answered as it must be, if the next photo is not read, or if that p99 is above 250 ms.
`;

const CHECKS = 3;
const HOSTILE_CHECKS = hostileImages.length + 3;
const PETS_PHOTOS = 20;
/** A line is printed after this many uploads, because two processors take about half a second for each photo. */
const PROGRESS_PHOTOS = 50;
const MEGAPIXELS = [3, 4, 5, 6, 8, 10, 12];
const IDLE_MS = 5_000;
/** How long a service is slow after its start. */
const WARM_UP_MS = 5_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

type Options = { readonly photos: number; readonly clients: number; readonly api: string };

const provePhotos = async ({ photos: wanted, clients, api }: Options, cleanup: Cleanup): Promise<string[]> => {
  const { service, key, postgres } = await startPrivateService(api, "write", cleanup);
  const authorization = `Bearer ${key}`;
  const send = async (method: string, path: string, type: string, body: BodyInit) => {
    const headers = { authorization, "content-type": type };
    const response = await fetch(`${service.origin}${path}`, { method, headers, body }).catch(() => undefined);
    return { status: response?.status ?? 0, body: (await response?.json().catch(() => undefined)) as { id?: number } };
  };
  const pets: number[] = [];
  for (let at = 0; at < Math.ceil(wanted / PETS_PHOTOS) + 1; at += 1) {
    const pet = JSON.stringify({ name: `Photo ${at}`, categoryId: 1 });
    pets.push((await send("POST", "/v1/pets", "application/json", pet)).body.id ?? 0);
  }
  const images = MEGAPIXELS.map(photoLike);
  print(`images of ${images.map(({ length }) => (length / 1e6).toFixed(1)).join(", ")} MB`);

  const reader = startReader({ origin: service.origin, authorization });
  cleanup.add(() => reader.stop());
  await sleep(IDLE_MS);
  const idle = await reader.latencies();

  const kept: { readonly petId: number; readonly id: number }[] = [];
  const statuses: Record<number, number> = {};
  let started = 0;
  let most = 0;
  let isKilled = false;
  const beside: number[] = [];
  const restarted: number[] = [];
  const startedAt = performance.now();
  const upload = async () => {
    while (kept.length < wanted) {
      const at = (started += 1);
      const petId = pets[at % pets.length] ?? 0;
      const image = another(images[at % images.length] as Buffer);
      const { status, body } = await send("POST", `/v1/pets/${petId}/photos`, "image/png", new Uint8Array(image));
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 201 && body.id !== undefined) {
        kept.push({ petId, id: body.id });
        if (kept.length % PROGRESS_PHOTOS === 0) print(`${kept.length} of ${wanted} photos are uploaded`);
      }
      if (status !== 201) await sleep(200);
      if (!isKilled && kept.length >= wanted / 2) {
        isKilled = true;
        beside.push(...(await reader.latencies()));
        await service.kill();
        service.start();
        await service.ready();
        await sleep(WARM_UP_MS);
        // The latencies right after a start are not counted for the uploads of others.
        restarted.push(...(await reader.latencies()));
      }
    }
  };
  const watching = setInterval(() => {
    void postgres
      .postmaster()
      .then(async (pid) => (most = Math.max(most, await megabytesOf(service.pid(), pid))))
      .catch(() => {});
  }, 2_000);
  cleanup.add(() => clearInterval(watching));
  await Promise.all(Array.from({ length: clients }, upload));
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(watching);
  beside.push(...(await reader.latencies()));

  let lost = 0;
  for (const { petId, id } of kept) {
    const headers = { authorization };
    const { status } = await fetch(`${service.origin}/v1/pets/${petId}/photos/${id}`, { headers });
    if (status !== 200) lost += 1;
  }
  const [files] = await postgres.query<{ missing: string; orphans: string }>(
    storeDatabase,
    `SELECT (SELECT count(*) FROM photo WHERE NOT EXISTS (SELECT FROM media WHERE media.sha256 = photo.sha256)) AS missing,
       (SELECT count(*) FROM media WHERE NOT EXISTS (SELECT FROM photo WHERE photo.sha256 = media.sha256)) AS orphans`,
  );
  const p99 = (times: readonly number[]) => quantile(times, 0.99);
  print(
    `${kept.length} photos in ${seconds.toFixed(0)} s: ${(kept.length / seconds).toFixed(1)} a second; answers ${JSON.stringify(statuses)}`,
  );
  print(
    `GET /v1/pets: p99 ${p99(idle).toFixed(1)} ms idle, ${p99(beside).toFixed(1)} ms beside it (p50 ${quantile(beside, 0.5).toFixed(1)}), ${p99(restarted).toFixed(1)} ms in the ${WARM_UP_MS / 1_000} s after the kill`,
  );
  print(
    `all processes: at most ${most} MB; ${lost} acknowledged photos lost, ${files?.missing} without files, ${files?.orphans} files without a photo`,
  );
  return [
    ...(lost > 0 ? [`${lost} acknowledged photos are lost`] : []),
    ...(files?.missing === "0" ? [] : ["photos have no files"]),
    ...(most < 500 ? [] : [`the processes took ${most} MB`]),
  ];
};

const options = readOptions(
  { api: suiteOptions.api, only: suiteOptions.only, photos: number(200, 2, 10_000), clients: number(8, 1, 100) },
  help,
);
if (options !== undefined) {
  const { api, only } = options;
  const hasPhotos = only.test("photos");
  const hasHostile = only.test("hostile");
  await runChecks(Number(hasPhotos) * CHECKS + Number(hasHostile) * HOSTILE_CHECKS, async (cleanup) => {
    print(describeMachine());
    return [
      ...(hasPhotos ? await provePhotos(options, cleanup) : []),
      ...(hasHostile ? await proveHostile({ api, only: /./, judgesTimes: true }, print, cleanup) : []),
    ];
  });
}
