import { readdir, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import type { Pet, Photo } from "@petstore/contract/routes";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageOf, pngOf } from "./support/images.js";
import { childrenOf } from "./support/processes.js";
import { proofSize } from "./support/proof-size.js";
import { keyOf, type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";

const ROUNDS = proofSize("ROUNDS", { short: 1, full: 10 });
const CLIENTS = 8;
const SCRIPT = "convert-images.mjs";
const MAX_MEGABYTES = 500;

let dataDir: string;
let service: ServiceProcess;
let address: string;
let key: string;
const start = async () => {
  service = startServiceProcess({ DATA_DIR: dataDir, LOG_LEVEL: "silent", RATE_LIMIT: "0" });
  address = await service.address();
};
beforeAll(async () => {
  dataDir = await makeTemporaryFolder();
  await start();
  key = keyOf(service);
});
afterAll(async () => {
  await stopServiceProcess(service);
  await rm(dataDir, { recursive: true });
});

const send = (method: string, path: string, body?: Uint8Array | string, type = "application/json") =>
  fetch(`${address}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": type }) },
    ...(body !== undefined && { body: body as BodyInit }),
  });
const upload = (petId: number, bytes: Uint8Array) => send("POST", `/pets/${petId}/photos`, bytes, "image/jpeg");
const addPet = async () => ((await (await send("POST", "/pets", '{"name":"Rex","categoryId":1}')).json()) as Pet).id;
const converter = async () => (await childrenOf(service.child.pid ?? 0, SCRIPT))[0];
const isRunning = (pid: number) =>
  readFile(`/proc/${pid}/cmdline`).then(
    ({ length }) => length > 0,
    () => false,
  );

/**
 * Measures the memory of the service, its image process and PostgreSQL with its processes. Shared memory counts once.
 */
const megabytes = async () => {
  let kilobytes = 0;
  for (const pid of await readdir("/proc")) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    const args = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    const parent = /^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, "utf8").catch(() => ""))?.[1];
    const isOurs = Number(pid) === service.child.pid || Number(parent) === service.child.pid || args.includes(dataDir);
    if (isOurs) kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes / 1024;
};

describe("hostile images", () => {
  let petId: number;
  let photo: Buffer;
  beforeAll(async () => {
    petId = await addPet();
    photo = await imageOf(4_000, 3_000);
  });

  const segment = (marker: number, text: string, size = 65_000) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(size + 2, 2);
    return Buffer.concat([head, Buffer.alloc(size, text)]);
  };
  /** Creates a JPEG with segments before its image. */
  const withSegments = (...segments: Buffer[]) => Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)]);
  const noise = (width: number, height: number) =>
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "green" } });

  const images: [string, () => Buffer | Promise<Buffer>, readonly number[]][] = [
    [
      "13 MB of ICC profile",
      () => withSegments(...Array.from({ length: 200 }, () => segment(0xe2, "ICC_PROFILE\0"))),
      [201, 400],
    ],
    [
      "tiny segments without end",
      () => withSegments(...Array.from({ length: 9_000 }, () => segment(0xfe, "x", 1))),
      [400],
    ],
    ["HTML in a comment", () => withSegments(segment(0xfe, "<script>alert(1)</script>")), [201]],
    [
      "a profile that inflates",
      () => pngOf({ extra: [["iCCP", Buffer.concat([Buffer.from("a\0\0"), randomBytes(9_000)])]] }),
      [201, 400],
    ],
    ["2 MB of text", () => pngOf({ extra: [["tEXt", Buffer.alloc(2_000_000, "x")]] }), [201]],
    ["noise as JPEG", () => noise(3_300, 3_000).jpeg({ quality: 95 }).toBuffer(), [201]],
    ["noise as PNG", () => noise(2_200, 2_200).png({ compressionLevel: 0 }).toBuffer(), [201]],
    ["49 interlaced megapixels", () => flat(7_000, 7_000).png({ progressive: true }).toBuffer(), [413]],
    [
      "49 progressive megapixels",
      async () =>
        sharp(await imageOf(7_000, 7_000))
          .jpeg({ progressive: true })
          .toBuffer(),
      [201],
    ],
    ["49 megapixels of WebP", () => imageOf(7_000, 7_000, "webp"), [201, 400]],
    ["a strip of 16,383 pixels", () => imageOf(3_000, 16_383), [201, 400]],
    [
      "random bytes behind a signature",
      () => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), randomBytes(9_000)]),
      [400],
    ],
    ["15 MB of zeros", () => Buffer.alloc(15_728_640), [415]],
    ["a ZIP after the image", () => Buffer.concat([pngOf(), Buffer.from("PK\x03\x04"), randomBytes(5_000)]), [201]],
  ];
  it.each(images)("answers %s with a photo or a clear error, in bounded memory", async (_, make, expected) => {
    const own = await addPet();
    const image = await make();
    let peak = 0;
    const done = new AbortController();
    const watching = (async () => {
      while (!done.signal.aborted) {
        peak = Math.max(peak, await megabytes());
        await sleep(20);
      }
    })();
    const response = await upload(own, image);
    done.abort();
    await watching;
    const body = (await response.json()) as { message?: string };
    expect(expected, `${response.status} ${body.message}`).toContain(response.status);
    expect(peak).toBeLessThan(MAX_MEGABYTES);
  });

  it("answers 200 concurrent uploads of one key, and other requests at the same time", async () => {
    const pets = await Promise.all(Array.from({ length: 10 }, addPet));
    const images = await Promise.all(Array.from({ length: 200 }, (_, at) => imageOf(600 + at, 400, "jpeg", at)));
    const done = new AbortController();
    let reads = 0;
    const reading = (async () => {
      while (!done.signal.aborted) {
        expect((await send("GET", `/pets?id=${petId}`)).status).toBe(200);
        reads += 1;
        await sleep(10);
      }
    })();
    const answers = await Promise.all(images.map((image, at) => upload(pets[at % 10] ?? 0, image)));
    done.abort();
    await reading;
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => ![201, 429, 503].includes(status))).toEqual([]);
    for (const { status, headers } of answers) if (status !== 201) expect(headers.get("retry-after")).toMatch(/^\d+$/);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(24);
    expect(reads).toBeGreaterThan(5);
    // The folder of a refused upload is removed shortly after the response.
    await expect.poll(() => readdir(join(dataDir, "uploads")), { timeout: 10_000 }).toEqual([]);
  });

  it("answers 408 to an upload of one byte per second", async () => {
    const { port } = new URL(address);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1");
      let received = "";
      socket.write(
        `POST /v1/pets/${petId}/photos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: image/jpeg\r\nContent-Length: 9000\r\n\r\n`,
      );
      const dripping = setInterval(() => socket.write("x"), 1_000);
      socket.on("data", (data: Buffer) => (received += data.toString()));
      socket.on("error", () => {});
      socket.on("close", () => {
        clearInterval(dripping);
        resolve(received);
      });
    });
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(() => readdir(join(dataDir, "uploads"))).toEqual([]);
  });
});

describe("kill -9 while photos are uploaded", () => {
  it("keeps every photo acknowledged with 201, and leaves no process and no upload", async () => {
    const acknowledged: Photo[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const pets = await Promise.all(Array.from({ length: CLIENTS }, addPet));
      const killed = new AbortController();
      const uploading = pets.map(async (petId, client) => {
        for (let count = 0; count < 20 && !killed.signal.aborted; count += 1) {
          const image = await imageOf(500 + count, 300 + client, "jpeg", round);
          const response = await upload(petId, image).catch(() => undefined);
          if (response?.status === 201) acknowledged.push((await response.json()) as Photo);
        }
      });
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10);
      const child = (await converter()) ?? expect.fail("no converter");
      killed.abort();
      service.child.kill("SIGKILL");
      await Promise.all(uploading.map((one) => one.catch(() => {})));
      await service.ended;
      await expect.poll(() => isRunning(child)).toBe(false);
      await start();
      expect(await readdir(join(dataDir, "uploads"))).toEqual([]);
    }
    for (const { id, petId, sizes } of acknowledged) {
      expect((await send("GET", `/pets/${petId}/photos/${id}`)).status).toBe(200);
      const { url } = sizes[0] ?? expect.fail();
      const file = Buffer.from(await (await fetch(address + url)).arrayBuffer());
      expect((await sharp(file).metadata()).width).toBe(96);
    }
  });

  it("ends the converter process together with the service", async () => {
    await upload(await addPet(), await imageOf(50, 50));
    const child = (await converter()) ?? expect.fail("no converter");
    await stopServiceProcess(service);
    await expect.poll(() => isRunning(child)).toBe(false);
    await start();
  });
});
