import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRequest } from "../../test/support/raw-request.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { systemFlow } from "../concurrency/lanes.js";
import { keyedBodies } from "../request/body/body-budget.js";

const frank = JSON.stringify({ name: "Frank", categoryId: 1 });
const json = { "content-type": "application/json" };
const MAX_BODY_BYTES = 102_400;

/** Returns a valid NewPet of exactly this many bytes: JSON ignores trailing white space. */
const padded = (bytes: number) => frank.padEnd(bytes, " ");

const chunked = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 16_384) {
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 16_384)));
      }
      controller.close();
    },
  });

describe("the body of POST /pets", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const post = (raw: BodyInit, headers: Record<string, string> = json) => api.send("POST /v1/pets", { raw, headers });
  const postChunked = async (text: string) => {
    const response = await fetch(`${api.origin}/v1/pets`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${api.key}` },
      body: chunked(text),
      duplex: "half",
    } as RequestInit);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
  ])("returns 201 for Content-Type %s", async (type) =>
    expect((await post(frank, { "content-type": type })).status).toBe(201),
  );

  it.each([
    "text/plain",
    "application/json; charset=latin1",
    "application/jsonx",
    "application/x-www-form-urlencoded",
    "json",
    ";",
  ])("returns 415 for Content-Type %s", async (type) => {
    expect((await post(frank, { "content-type": type })).body).toEqual(
      errorBody("unsupported_media_type", 415, "header Content-Type must be application/json in UTF-8"),
    );
  });

  it("returns 415 without a Content-Type", async () => {
    const answer = await post(new Blob([frank]), {});
    expect(answer.body).toEqual(errorBody("unsupported_media_type", 415));
  });

  it("returns 415 for a Content-Encoding, with Accept-Encoding", async () => {
    const { body, headers } = await post(frank, { ...json, "content-encoding": "gzip" });
    expect(body).toEqual(errorBody("unsupported_media_type", 415));
    expect(headers.get("accept-encoding")).toBe("identity");
  });

  it.each([
    ["nothing", "", "body is required"],
    ["half an object", '{"name":', /^body must be valid JSON: /],
    ["two values", "{} {}", /^body must be valid JSON: /],
    ["a comment", "{} // x", /^body must be valid JSON: /],
    ["an array", "[]", "body must be a JSON object"],
    ["a number", "1", "body must be a JSON object"],
    ["null", "null", "body must be a JSON object"],
  ])("returns 400 for %s", async (_what, raw, message) => {
    const matching = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect((await post(raw)).body).toEqual(errorBody("invalid_request", 400, matching));
  });

  it("returns 400 for an empty body without a Content-Type too", async () => {
    expect((await post("", {})).body).toEqual(errorBody("invalid_request", 400, "body is required"));
  });

  it("returns 400 for bytes that are not UTF-8", async () => {
    const latin1 = Buffer.from('{"name":"Zoë","categoryId":1}', "latin1");
    expect((await post(latin1)).body).toEqual(errorBody("invalid_request", 400, "body must be UTF-8"));
  });

  it("has at most 102,400 bytes", async () => {
    expect((await post(padded(MAX_BODY_BYTES))).status).toBe(201);
    expect((await post(padded(MAX_BODY_BYTES + 1))).body).toEqual(
      errorBody("payload_too_large", 413, "body must be at most 102400 bytes"),
    );
  });

  it("has at most 102,400 bytes even if it is chunked", async () => {
    expect((await postChunked(padded(MAX_BODY_BYTES))).status).toBe(201);
    expect((await postChunked(padded(MAX_BODY_BYTES + 1))).body).toEqual(errorBody("payload_too_large", 413));
  });

  it("returns 413 for a Content-Length over the limit before the body arrives", async () => {
    const answer = await new Promise<string>((resolve) => {
      const head = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`;
      void api.sendBytes(`${head}Authorization: Bearer ${api.key}\r\nContent-Length: 99999999\r\n\r\n{`).then(resolve);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("keeps the connection usable after a 413", async () => {
    const body = padded(MAX_BODY_BYTES + 1);
    const head = (line: string, rest: string) =>
      `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\n${rest}\r\n`;
    const answers = await api.sendBytes(
      head("POST /v1/pets", `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`) + body,
      head("GET /v1/pets?limit=1", "Connection: close\r\n"),
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });

  it("counts towards the budget while its request waits, even after the client has gone", async () => {
    let free = () => {};
    const freed = new Promise<void>((resolve) => (free = resolve));
    const holders = ["a", "b", "c"].map((name) => api.deps.lanes.bulkWrites.run(systemFlow(name), () => freed));
    const raw = `[${padded(20_000)}]`;
    const headers = { Authorization: `Bearer ${api.key}` };
    const { socket } = await startRequest(api, "POST /v1/pets/batch", { headers, length: raw.length, body: raw });
    await expect.poll(() => api.deps.lanes.bulkWrites.stats().waiting).toBe(1);
    const logged = api.logged.length;
    socket.destroy();
    await expect.poll(() => api.logged.slice(logged).some(({ msg }) => msg === "request")).toBe(true);
    expect(keyedBodies.total).toBe(raw.length);
    free();
    await Promise.all(holders);
    await expect.poll(() => keyedBodies.total).toBe(0);
  });

  it("is ignored for GET", async () => {
    const answer = await api.sendBytes(
      `GET /v1/pets?limit=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\nAuthorization: Bearer ${api.key}\r\n\r\n{{{`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("the body of POST /pets/batch", () => {
  const MAX_BATCH_BYTES = 1_048_576;
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const post = (raw: BodyInit, rest: object = {}) => api.send("POST /v1/pets/batch", { raw, headers: json, ...rest });
  const paddedBatch = (bytes: number) => `[${frank}]`.padEnd(bytes, " ");

  it("has at most 1,048,576 bytes", async () => {
    expect((await post(paddedBatch(MAX_BATCH_BYTES))).status).toBe(201);
    expect((await post(paddedBatch(MAX_BATCH_BYTES + 1))).body).toEqual(
      errorBody("payload_too_large", 413, "body must be at most 1048576 bytes"),
    );
  });

  it("returns 413 for a larger chunked body, and creates nothing", async () => {
    const before = await api.database.db.pet.count();
    const response = await fetch(`${api.origin}/v1/pets/batch`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${api.key}` },
      body: chunked(paddedBatch(MAX_BATCH_BYTES + 1)),
      duplex: "half",
    } as RequestInit);
    expect(await response.json()).toEqual(errorBody("payload_too_large", 413));
    expect(await api.database.db.pet.count()).toBe(before);
  });

  it("returns 415 if it is not JSON, and 400 if it is truncated or an object", async () => {
    const answers = await Promise.all([
      post(`[${frank}]`, { headers: { "content-type": "text/csv" } }),
      post(`[${frank}`),
      post(frank),
    ]);
    expect(answers.map(({ body }) => body)).toEqual([
      errorBody("unsupported_media_type", 415),
      errorBody("invalid_request", 400, expect.stringMatching(/^body must be valid JSON: /)),
      errorBody("invalid_request", 400, "body must be a JSON array"),
    ]);
  });

  it("returns 400 for more than 65,536 values, before it parses them", async () => {
    const { body } = await post(`[${"[],".repeat(40_000)}`);
    expect(body).toEqual(errorBody("invalid_request", 400, "body must have at most 65536 values"));
  });
});
