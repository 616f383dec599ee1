import { rm } from "node:fs/promises";
import { listRoutes, contract } from "@petstore/contract/routes";
import { AUTH_BASE_PATH, authContract } from "@petstore/contract/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { indexPage, makeWebFolder, script } from "../../test/support/web-folder.js";

const NAVIGATION = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
const SCRIPT = "/assets/index-BdX3k9.js";
const notFound = errorBody(
  "path_not_found",
  404,
  "the path does not exist; check that the base URL ends with /v1, and look for the path in GET /v1/openapi.json",
);

let folder: string;
let api: TestApi;
beforeAll(async () => {
  folder = await makeWebFolder();
  api = await createTestApi({ WEB_DIR: folder });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const send = (line: string, headers: Record<string, string> = {}) => api.send(line, { key: "", headers });
const navigate = (path: string, headers: Record<string, string> = {}) =>
  send(`GET ${path}`, { accept: NAVIGATION, ...headers });
/** Requests a path that the client does not normalise. */
const sendRaw = (path: string, accept = "*/*") =>
  api.sendBytes(`GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`);

describe("GET /assets/{file}", () => {
  it("returns the file with its media type, to be cached for a year", async () => {
    const { status, text, headers } = await send(`GET ${SCRIPT}`, { "accept-encoding": "identity" });
    expect({ status, text }).toEqual({ status: 200, text: script });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-length": String(script.length),
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      vary: "Accept-Encoding",
    });
    expect(headers.has("content-encoding")).toBe(false);
  });

  it.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["br;q=0.1, identity;q=0.5", null],
    ["br;q=0, gzip;q=0", null],
    ["deflate", null],
    ["", null],
  ])("with Accept-Encoding %j, answers in the content coding %s", async (accepted, coding) => {
    const { text, headers } = await send(`GET ${SCRIPT}`, { "accept-encoding": accepted });
    expect([headers.get("content-encoding"), text]).toEqual([coding, script]);
  });

  it("returns a file without compressed forms uncompressed", async () => {
    const { headers, text } = await send("GET /assets/inter-Cq2w.woff2", { "accept-encoding": "br, gzip" });
    expect([headers.get("content-type"), headers.get("content-encoding"), text.length]).toEqual([
      "font/woff2",
      null,
      4,
    ]);
  });

  it("returns 304 without a body when If-None-Match names the tag of the content coding", async () => {
    const accepts = { "accept-encoding": "br" };
    const tag = (await send(`GET ${SCRIPT}`, accepts)).headers.get("etag") ?? "";
    const { status, text, headers } = await send(`GET ${SCRIPT}`, { ...accepts, "if-none-match": `"x", W/${tag}` });
    expect({ status, text }).toEqual({ status: 304, text: "" });
    expect(headers.get("etag")).toBe(tag);
    expect(headers.get("cache-control")).toContain("immutable");
    const other = await send(`GET ${SCRIPT}`, { "accept-encoding": "gzip", "if-none-match": tag });
    expect(other.status).toBe(200);
  });

  it("answers HEAD with the fields of GET and no body", async () => {
    const [get, head] = await Promise.all([
      send(`GET ${SCRIPT}`, { "accept-encoding": "identity", "x-request-id": "one" }),
      send(`HEAD ${SCRIPT}`, { "accept-encoding": "identity", "x-request-id": "one" }),
    ]);
    // These fields differ, because fetch closes the connection after a HEAD request.
    const others = new Set(["date", "connection", "keep-alive"]);
    const fieldsOf = ({ headers }: typeof get) => [...headers].filter(([name]) => !others.has(name));
    expect(fieldsOf(head)).toEqual(fieldsOf(get));
    expect(head.text).toBe("");
  });

  it("returns the JSON 404 for a missing file, even to a navigation", async () => {
    for (const path of ["/assets/index-old.js", "/assets/", "/assets", `${SCRIPT}.br`, `${SCRIPT}/`]) {
      expect((await navigate(path)).body).toEqual(notFound);
    }
  });

  it.each([
    "/assets/../../package.json",
    "/assets/../index.html",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets/%00",
    `${SCRIPT}%00.png`,
    "/assets//etc/passwd",
    "/assets/%c0%ae%c0%ae/",
    "/assets/%",
  ])("returns the JSON 404 for %s", async (path) => {
    const answer = await sendRaw(path, NAVIGATION);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain(JSON.stringify({ code: "path_not_found", message: notFound.message, status: 404 }));
  });

  it("returns 400 for a raw NUL or a backslash in the path", async () => {
    for (const path of ["/assets/\0", "/assets/..\\..\\package.json"]) {
      expect(await sendRaw(path, NAVIGATION)).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("returns the JSON 404 for %s", async (method) => {
    expect((await send(`${method} ${SCRIPT}`)).body).toEqual(notFound);
  });
});

describe("a file at the root of the admin", () => {
  it.each([
    ["/favicon.svg", "image/svg+xml"],
    ["/manifest.webmanifest", "application/manifest+json"],
  ])("answers %s as %s, to be cached for minutes", async (path, type) => {
    const { status, headers } = await send(`GET ${path}`);
    expect([status, headers.get("content-type")]).toEqual([200, type]);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect((await send(`GET ${path}`, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  });
});

describe("the index page", () => {
  it("has security header fields, is revalidated each time and varies by Accept", async () => {
    const { status, text, headers } = await navigate("/");
    expect({ status, text }).toEqual({ status: 200, text: indexPage });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      vary: "Accept, Accept-Encoding",
    });
  });

  it("returns 304 with its security header fields when If-None-Match names its tag", async () => {
    const tag = (await navigate("/")).headers.get("etag") ?? "";
    expect(tag).toMatch(/^"/);
    const { status, text, headers } = await navigate("/pets/7", { "if-none-match": tag });
    expect({ status, text }).toEqual({ status: 304, text: "" });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it.each(["/", "/?a=b", "/pets", "/pets/7?tab=orders", "/index.html", "/v1x", "/authors", "/V1/pets", "/healthz2"])(
    "answers a navigation to %s",
    async (path) => expect((await navigate(path)).text).toBe(indexPage),
  );

  it("answers HEAD for a navigation", async () => {
    const { status, headers, text } = await send("HEAD /pets", { accept: "text/html", "accept-encoding": "identity" });
    expect([status, headers.get("content-length"), text]).toEqual([200, String(indexPage.length), ""]);
  });

  it.each(["*/*", "application/json", "text/*", "image/svg+xml,image/*;q=0.8", "text/html;q=0", ""])(
    "is not the answer to Accept %j",
    async (accept) => {
      expect((await send("GET /", { accept })).body).toEqual(notFound);
      expect((await send("GET /index.html", { accept })).body).toEqual(notFound);
    },
  );

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("is not the answer to %s", async (method) => {
    expect((await send(`${method} /`, { accept: NAVIGATION })).body).toEqual(notFound);
  });

  it("is not the answer to a path that a browser would read as another host", async () => {
    expect(await sendRaw("//pets.example/", NAVIGATION)).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe("the published interface with the admin", () => {
  const below = (base: string, paths: string[]) => paths.map((path) => base + path.replaceAll(/:\w+/g, "1"));
  const paths = [
    ...below(
      "/v1",
      listRoutes(contract).map(({ route }) => route.path),
    ),
    ...below(
      AUTH_BASE_PATH,
      listRoutes(authContract).map(({ route }) => route.path),
    ),
    ...["/v1", "/v1/", "/v1/nothing", "/auth", "/auth/", "/auth/nothing"],
    ...["/healthz", "/healthz/", "/readyz", "/readyz/x", "/deprecations", "/deprecations/x"],
    ...["/docs", "/docs/", "/docs/errors", "/docs/assets/x.css"],
  ];

  it("answers navigations to every path of the service in the same way as without the admin", async () => {
    const without = await createTestApi({ ADDRESS_RATE_LIMIT: "0" });
    const withAdmin = await createTestApi({ WEB_DIR: folder, ADDRESS_RATE_LIMIT: "0" });
    const answerOf = async (one: TestApi, path: string) => {
      const headers = { accept: NAVIGATION, "x-request-id": "one" };
      const { status, text, headers: fields } = await one.send(`GET ${path}`, { key: "", headers });
      const constant = [...fields].filter(([name]) => name !== "date");
      return { path, status, text, constant };
    };
    for (const path of new Set(paths)) {
      expect(await answerOf(withAdmin, path)).toEqual(await answerOf(without, path));
    }
    await Promise.all([without.close(), withAdmin.close()]);
  });
});

describe("without the admin", () => {
  it("returns the JSON 404 for the paths of the admin", async () => {
    const without = await createTestApi({ WEB_DIR: "none" });
    for (const path of ["/", "/pets", SCRIPT, "/favicon.svg"]) {
      expect((await without.send(`GET ${path}`, { key: "", headers: { accept: NAVIGATION } })).body).toEqual(notFound);
    }
    await without.close();
  });
});

describe("GET /docs", () => {
  it("returns the pages for developers to every client, with the policy of the admin", async () => {
    const page = "<!doctype html><title>Errors</title>";
    const docsDir = await makeWebFolder({ "index.html": page, "errors.html": page, "assets/docs-q1w2.css": "a {}" });
    const withDocs = await createTestApi({ DOCS_DIR: docsDir });
    const admin = await navigate("/");
    for (const path of ["/docs", "/docs/", "/docs/errors"]) {
      const { status, text, headers } = await withDocs.send(`GET ${path}`, { key: "" });
      expect([status, text, headers.get("content-type")]).toEqual([200, page, "text/html; charset=utf-8"]);
      for (const name of ["content-security-policy", "cache-control", "referrer-policy"]) {
        expect(headers.get(name)).toBe(admin.headers.get(name));
      }
    }
    for (const path of ["/docs/missing", "/docs/errors/", "/docs/errors.html", "/docs/assets/old.css"]) {
      const { body } = await withDocs.send(`GET ${path}`, { key: "", headers: { accept: NAVIGATION } });
      expect(body).toEqual(notFound);
    }
    await withDocs.close();
    await rm(docsDir, { recursive: true });
  });
});

describe("the address limit", () => {
  it("counts files of the admin separately from requests, and allows ten times as many", async () => {
    const limited = await createTestApi({ WEB_DIR: folder, ADDRESS_RATE_LIMIT: "1" });
    const get = (path: string, accept = "*/*") => limited.send(`GET ${path}`, { key: "", headers: { accept } });
    for (let times = 0; times < 5; times++) {
      expect((await get(SCRIPT)).status).toBe(200);
      expect((await get("/pets", NAVIGATION)).status).toBe(200);
    }
    const { status, body, headers } = await get(SCRIPT);
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(body).toEqual(errorBody("rate_limited", 429, expect.stringContaining("at most 10 per minute")));
    expect((await get("/auth/get-session")).status).not.toBe(429);
    expect((await get("/auth/get-session")).status).toBe(429);
    await limited.close();
  });

  it("a limit of 0 does not limit files", async () => {
    const unlimited = await createTestApi({ WEB_DIR: folder, ADDRESS_RATE_LIMIT: "0" });
    for (let times = 0; times < 12; times++) {
      expect((await unlimited.send(`GET ${SCRIPT}`, { key: "" })).status).toBe(200);
    }
    await unlimited.close();
  });
});

describe("the folder of the admin", () => {
  it("is read only once, at the start", async () => {
    const temporary = await makeWebFolder();
    const started = await createTestApi({ WEB_DIR: temporary });
    await rm(temporary, { recursive: true });
    expect((await started.send(`GET ${SCRIPT}`, { key: "" })).text).toBe(script);
    await started.close();
  });
});
