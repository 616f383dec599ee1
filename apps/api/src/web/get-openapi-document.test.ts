import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { StoredDocument } from "../operation/stored-document.js";

type Document = { openapi: string; paths: object; servers: { url: string }[] };

describe("GET /openapi.json", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it("returns 200 with the whole or the stable document, even without a key", async () => {
    const whole = await api.send("GET /v1/openapi.json", { key: "" });
    const stable = await api.send("GET /v1/openapi.json?stability=stable", { key: "" });
    expect(whole.body).toMatchObject({ openapi: "3.1.1", servers: [{ url: "/v1" }] });
    expect(Object.keys((whole.body as Document).paths)).toContain("/openapi.json");
    expect(Object.keys((stable.body as Document).paths)).toEqual(["/pets", "/pets/{petId}"]);
  });

  it("returns each document as OpenAPI 3.0 with `version=3.0`, with the same operations", async () => {
    for (const stability of ["", "&stability=stable"]) {
      const [old, usual] = await Promise.all(
        ["3.0", "3.1"].map(async (version) => {
          const { body } = await api.send(`GET /v1/openapi.json?version=${version}${stability}`, { key: "" });
          return body as Document;
        }),
      );
      expect([old?.openapi, usual?.openapi, old?.servers]).toEqual(["3.0.3", "3.1.1", usual?.servers]);
      expect(Object.keys(old?.paths ?? {})).toEqual(Object.keys(usual?.paths ?? {}));
    }
  });

  it("returns 400 for another stability and for an unknown parameter", async () => {
    expect((await api.send("GET /v1/openapi.json?stability=beta&version=2.0&x=1", { key: "" })).body).toEqual(
      errorBody(
        "invalid_request",
        400,
        "query.stability must be stable or omitted; query.version must be 3.0, 3.1 or omitted; query.x is not a recognised parameter",
      ),
    );
  });

  it.each([
    ["br", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["gzip;q=0.5, br;q=0.1", "gzip", gunzipSync],
    ["*", "br", brotliDecompressSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["identity", null, (bytes: Buffer) => bytes],
    ["br;q=0", null, (bytes: Buffer) => bytes],
    ["", null, (bytes: Buffer) => bytes],
  ])("with `Accept-Encoding: %s`, returns the encoding %s, and 304 for its ETag", async (accepted, coding, read) => {
    const request = (fields = "", method = "GET") =>
      api.sendBytes(
        `${method} /v1/openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: ${accepted}\r\n${fields}\r\n`,
      );
    const response = await fetch(`${api.origin}/v1/openapi.json`, { headers: { "accept-encoding": accepted } });
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(response.headers.get("vary")).toBe("Authorization, Accept-Encoding");
    const tag = response.headers.get("etag") ?? "";
    expect(tag).toMatch(coding === null ? /^"[\w-]{22}"$/ : new RegExp(`^"[\\w-]{22}-${coding}"$`));
    expect(await response.json()).toMatchObject({ openapi: "3.1.1" });

    const whole = await fetch(`${api.origin}/v1/openapi.json`, { headers: { "accept-encoding": accepted } });
    const length = Number(whole.headers.get("content-length"));
    await whole.arrayBuffer();
    const head = await request("", "HEAD");
    expect(head).toContain(`Content-Length: ${length}\r\n`);
    expect(head.endsWith("\r\n\r\n")).toBe(true);
    expect(await request(`If-None-Match: ${tag}\r\n`)).toMatch(/^HTTP\/1\.1 304 /);
    expect(await request('If-None-Match: "other"\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    const { bytes } = await new StoredDocument({ a: 1 }).select(accepted);
    expect(JSON.parse(read(bytes).toString())).toEqual({ a: 1 });
  });

  it("lists PUBLIC_URL and STAGING_URL as servers", async () => {
    const named = await createTestApi({
      PUBLIC_URL: "https://pets.example/v1",
      STAGING_URL: "https://staging.example/v1",
    });
    const { body } = await named.send("GET /v1/openapi.json", { key: "" });
    expect((body as Document).servers.map(({ url }) => url)).toEqual([
      "https://pets.example/v1",
      "https://staging.example/v1",
    ]);
    await named.close();
  });
});
