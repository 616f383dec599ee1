import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { contract } from "@petstore/contract/routes";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { serviceUnavailable } from "../errors.js";
import type { FastHandler } from "./fast-path.js";

describe("the gate", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  describe("paths", () => {
    it.each([
      "/v1",
      "/v1/",
      "/v1/pets/",
      "/v1/PETS",
      "/V1/pets",
      "/v1//pets",
      "/v1/pets/1/2",
      "/v1/orders/",
      "/v1/categories/1/merge/2",
      "/v1/%zz",
      "/v1/p%65ts",
      "/v1/pets/%zz",
      "/x",
    ])("returns 404 for %s, with or without a key", async (path) => {
      for (const key of [api.key, ""]) {
        expect((await api.send(`GET ${path}`, { key })).body).toEqual(errorBody("path_not_found", 404));
      }
    });

    it.each([
      "foo://h/v1/pets",
      "ftp://h/v1/pets",
      "https:/v1/pets",
      "v1/pets",
      "/v1/pets#x",
      "/v1\\pets",
      "*",
      "///h/v1/pets",
    ])("refuses a target that is not a path: %s", async (target) => {
      const before = await api.database.db.pet.count();
      for (const method of ["GET", "POST"]) {
        const head = `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`;
        const body = '{"name":"Frank","categoryId":1}';
        const answer = await api.sendBytes(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
        expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      }
      expect(await api.database.db.pet.count()).toBe(before);
    });

    it("accepts a request target in absolute form (RFC 9112 §3.2.2)", async () => {
      const answer = await api.sendBytes(
        `GET http://pets.example/v1/pets?limit=1 HTTP/1.1\r\nHost: pets.example\r\nConnection: close\r\nAuthorization: Bearer ${api.key}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    });
  });

  describe("methods", () => {
    it.each([
      ["/v1/pets", "GET, HEAD, OPTIONS, POST"],
      ["/v1/pets/1", "DELETE, GET, HEAD, OPTIONS, PATCH"],
      ["/v1/pets/batch", "OPTIONS, POST"],
      ["/v1/openapi.json", "GET, HEAD, OPTIONS"],
    ])("returns 405 with Allow for other methods on %s, even without a key", async (path, allow) => {
      const others = ["GET", "PUT", "PATCH", "DELETE", "PURGE", "PROPFIND"].filter((one) => !allow.includes(one));
      for (const method of others) {
        const { body, headers } = await api.send(`${method} ${path}`, { key: "" });
        expect(body).toEqual(
          errorBody("method_not_allowed", 405, `the method is not allowed; this path supports ${allow}`),
        );
        expect(headers.get("allow")).toBe(allow);
      }
    });

    it("returns 204 with Allow for OPTIONS without a key", async () => {
      const { status, headers, text } = await api.send("OPTIONS /v1/pets/1", { key: "" });
      expect([status, headers.get("allow"), text]).toEqual([204, "DELETE, GET, HEAD, OPTIONS, PATCH", ""]);
    });

    it("names the media types of a PATCH in the answer to OPTIONS, if the path has one", async () => {
      const patchOf = async (path: string) =>
        (await api.send(`OPTIONS ${path}`, { key: "" })).headers.get("accept-patch");
      const types = "application/json, application/merge-patch+json";
      expect([await patchOf("/v1/pets/1"), await patchOf("/v1/pets")]).toEqual([types, null]);
    });

    it("answers HEAD like GET without the body", async () => {
      for (const path of ["/v1/pets", "/v1/pets/1", "/v1/openapi.json", "/v1/pets?limit=0", "/healthz"]) {
        const [head, get] = [await api.send(`HEAD ${path}`), await api.send(`GET ${path}`)];
        const fieldsOf = ({ headers }: { headers: Headers }) =>
          Object.fromEntries(
            [...headers].filter(
              ([name]) => !["x-request-id", "date", "connection", "keep-alive", "ratelimit"].includes(name),
            ),
          );
        expect([head.status, fieldsOf(head), head.text]).toEqual([get.status, fieldsOf(get), ""]);
      }
    });
  });

  describe("Accept", () => {
    it.each([
      "text/html",
      "application/xml",
      "application/json;q=0",
      "text/*",
      "image/png, text/html;q=0.5",
      "application/json; charset=utf-8; q=0",
    ])("returns 406 for %s", async (accept) => {
      expect((await api.send("GET /v1/pets", { headers: { accept } })).body).toEqual(errorBody("not_acceptable", 406));
    });

    it.each([
      "application/json",
      "*/*",
      "application/*",
      "text/html, application/json;q=0.1",
      "application/json; charset=utf-8",
      "application/json;version=1;q=0.5, text/html",
      "",
    ])("returns 200 for %s", async (accept) => {
      expect((await api.send("GET /v1/pets", { headers: { accept } })).status).toBe(200);
    });

    it("returns 401 rather than 406 without a key", async () => {
      expect((await api.send("GET /v1/pets", { key: "", headers: { accept: "text/html" } })).status).toBe(401);
    });
  });

  describe("header fields of every response", () => {
    const requests = [
      ...["GET /v1/pets", "GET /v1/pets/0", "GET /v1/nothing", "PUT /v1/pets", "OPTIONS /v1/pets", "GET /v1/pets?x=1"],
      ...["POST /v1/pets", "GET /healthz", "GET /nothing", "GET /deprecations", "PUT /readyz"],
    ];
    it.each(requests)("%s has X-Request-Id and nosniff, and no X-Powered-By", async (line) => {
      const { headers } = await api.send(line, { headers: { "x-request-id": "abc.DEF_1-2" } });
      expect(headers.get("x-request-id")).toBe("abc.DEF_1-2");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.has("x-powered-by")).toBe(false);
    });

    it.each(["", "a b", "ä", "a".repeat(129), "<script>"])("replaces an X-Request-Id of %j", async (id) => {
      const encoded = Buffer.from(id).toString("latin1");
      const { headers } = await api.send("GET /v1/pets", { headers: { "x-request-id": encoded } });
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
    });

    it("has Content-Type application/json in UTF-8, errors included", async () => {
      for (const line of ["GET /v1/pets", "GET /v1/pets?x=1", "GET /v1/nothing", "PUT /v1/pets"]) {
        expect((await api.send(line)).headers.get("content-type")).toBe("application/json; charset=utf-8");
      }
    });
  });

  describe("the log", () => {
    it("has one line per request, with its X-Request-Id", async () => {
      await api.send("GET /v1/pets?limit=1", { headers: { "x-request-id": "find-me" } });
      const lines = api.logged.filter(({ requestId }) => requestId === "find-me");
      expect(lines).toEqual([
        expect.objectContaining({
          ...{ method: "GET", url: "/v1/pets?limit=1", operation: "listPets", status: 200, msg: "request" },
          ...{ durationMs: expect.any(Number), apiKeyId: expect.any(Number) },
        }),
      ]);
    });

    it("contains no key, wherever a client sends it", async () => {
      await api.send("GET /v1/pets");
      await api.send(`GET /v1/pets?key=${api.key.replaceAll("_", "%5f")}`, { headers: { "x-request-id": api.key } });
      expect(JSON.stringify(api.logged)).not.toContain(api.key.slice(10, -6));
    });

    it("has no status for a client that disconnects before the response", async () => {
      const id = "went-away";
      const head = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\nAuthorization: Bearer ${api.key}\r\n`;
      const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`, () => {
        setTimeout(() => socket.resetAndDestroy(), 50);
      });
      await expect.poll(() => api.logged.filter(({ requestId }) => requestId === id)).toHaveLength(1);
      expect(api.logged.find(({ requestId }) => requestId === id)).toMatchObject({ aborted: true });
      expect(api.logged.find(({ requestId }) => requestId === id)).not.toHaveProperty("status");
    });
  });

  describe("CORS", () => {
    it("is off by default: no Access-Control header for any Origin", async () => {
      const { headers } = await api.send("GET /v1/pets", { headers: { origin: "https://admin.example" } });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    });
  });
});

describe("an internal error", () => {
  it("returns 500 without details, and logs the cause with the X-Request-Id", async () => {
    const api = await createTestApi();
    await api.database.pool.query("ALTER TABLE pet RENAME TO hidden");
    const { body, headers } = await api.send("GET /v1/pets");
    expect(body).toEqual(errorBody("internal_error", 500, "internal error; quote the X-Request-Id when you report it"));
    const line = api.logged.find(({ requestId }) => requestId === headers.get("x-request-id"));
    expect(line).toMatchObject({ level: 50, status: 500, err: { message: expect.stringContaining("pet") } });
    await api.close();
  });
});

describe("CORS_ORIGINS", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ CORS_ORIGINS: "https://admin.example, https://other.example" });
  });
  afterAll(() => api.close());

  it("lets pages of these origins read responses, errors included", async () => {
    for (const key of [api.key, ""]) {
      const { headers } = await api.send("GET /v1/pets", { key, headers: { origin: "https://admin.example" } });
      expect(headers.get("access-control-allow-origin")).toBe("https://admin.example");
      expect(headers.get("access-control-expose-headers")).toContain("Link");
      expect(headers.get("vary")).toContain("Origin");
    }
  });

  it("excludes pages of other origins", async () => {
    const { headers } = await api.send("GET /v1/pets", { headers: { origin: "https://evil.example" } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it("answers a preflight with 204 and the allowed methods and fields, without a key", async () => {
    const { status, headers } = await api.send("OPTIONS /v1/pets", {
      key: "",
      headers: {
        ...{ origin: "https://admin.example", "access-control-request-method": "POST" },
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect(status).toBe(204);
    expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
    expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS, POST");
    expect(headers.get("access-control-allow-headers")).toBe("authorization,content-type");
    expect(headers.get("access-control-max-age")).toBe("600");
  });

  it("allows PUT where the contract has it", async () => {
    const preflight = { origin: "https://admin.example", "access-control-request-method": "PUT" };
    const { headers } = await api.send("OPTIONS /v1/views/a%2Fb", { key: "", headers: preflight });
    expect(headers.get("access-control-allow-methods")).toBe("DELETE, GET, HEAD, OPTIONS, PUT");
    expect(headers.get("allow")).toBe("DELETE, GET, HEAD, OPTIONS, PUT");
    const refused = await api.send("PUT /v1/pets", { headers: preflight, body: {} });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS, POST"]);
  });
});

describe("a request that the gate admits", () => {
  let api: TestApi;
  let fastHandler: FastHandler = async () => false;
  let inExpress: ServerResponse[] = [];
  let express = (response: ServerResponse) => void response.end();
  beforeAll(async () => {
    api = await createTestApi({}, {}, () => ({
      fastPath: new Map([[contract.pets.listPets, (...given) => fastHandler(...given)]]),
      express: (_request, response) => express(response),
    }));
    // From here on the key is cached, so that no query sets a timer.
    await api.send("GET /v1/pets");
  });
  beforeEach(() => {
    inExpress = [];
    express = (response) => void inExpress.push(response);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  afterAll(() => api.close());

  const head = (path: string, id: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-Id: ${id}\r\nAuthorization: Bearer ${api.key}\r\n\r\n`;
  const linesOf = (id: string) => api.logged.filter(({ requestId }) => requestId === id);

  it("is not forwarded to Express if the fast path answers, and returns the bytes of its body", async () => {
    const releaseBody = vi.fn<() => void>();
    fastHandler = (context) => {
      context.releaseBody = releaseBody;
      context.response.end("fast");
      return true;
    };
    expect(await api.sendBytes(head("/v1/pets", "fast"))).toMatch(/^HTTP\/1\.1 200 [^]*fast/);
    await expect.poll(() => releaseBody.mock.calls.length).toBe(1);
    expect(inExpress).toEqual([]);
  });

  it("is counted for its key if the operation is deprecated", async () => {
    const count = vi.spyOn(api.deps.keyUsage, "countDeprecated");
    express = (response) => void response.end();
    await api.sendBytes(head("/v1/orders/1", "current"));
    expect(count).not.toHaveBeenCalled();
    const answer = await api.sendBytes(head("/v1/pets/1", "deprecated"));
    expect(answer).toMatch(/^Deprecation: @\d+\r$/m);
    expect(count).toHaveBeenCalledExactlyOnceWith(expect.anything(), "getPet", expect.any(Date));
  });

  it("does not run if its connection closed while it waited", async () => {
    const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(head("/v1/orders", "waited").replace("Connection: close\r\n", "").repeat(18));
    await expect.poll(() => inExpress.length).toBe(16);
    inExpress[0]?.req.socket.destroy();
    await expect.poll(() => linesOf("waited").length).toBe(18);
    expect(inExpress).toHaveLength(16);
  });

  it.each([
    ["the fast path", "/v1/pets"],
    ["Express", "/v1/orders"],
  ])("gets 503 after 40 seconds in %s", async (where, path) => {
    let isCalled = false;
    fastHandler = () => {
      isCalled = true;
      return new Promise(() => {});
    };
    const id = where.replace(" ", "-");
    const answer = api.sendBytes(head(path, id));
    await expect.poll(() => isCalled || inExpress.length > 0).toBe(true);
    vi.advanceTimersByTime(39_999);
    expect(linesOf(id)).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*"code":"service_unavailable"/);
  });

  it("has one deadline in the fast path and Express together, which ends with the response", async () => {
    fastHandler = async () => false;
    const started = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const answer = api.sendBytes(head("/v1/pets", "one-deadline"));
    await expect.poll(() => inExpress.length).toBe(1);
    const deadlines = started.mock.results.filter((_, at) => started.mock.calls[at]?.[1] === 40_000);
    expect(deadlines).toHaveLength(1);
    inExpress[0]?.end("late");
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(cleared).toHaveBeenCalledWith(deadlines[0]?.value);
  });

  it("is not ended after 40 seconds if its response has started", async () => {
    const answer = api.sendBytes(head("/v1/orders", "started"));
    await expect.poll(() => inExpress.length).toBe(1);
    inExpress[0]?.writeHead(200, { "Content-Length": 10 }).write("first");
    vi.advanceTimersByTime(40_000);
    inExpress[0]?.end(" last");
    expect(await answer).toMatch(/first last$/);
  });

  it("is not forwarded to Express after its client disconnected", async () => {
    let decline = (_isAnswered: boolean) => {};
    let isCalled = false;
    fastHandler = () => {
      isCalled = true;
      return new Promise((resolve) => (decline = resolve));
    };
    const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(head("/v1/pets", "left"));
    await expect.poll(() => isCalled).toBe(true);
    socket.destroy();
    await expect.poll(() => linesOf("left").length).toBe(1);
    decline(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(inExpress).toEqual([]);
  });
});

describe("a request to a lane without room", () => {
  it("is refused before its body arrives", async () => {
    const api = await createTestApi();
    vi.spyOn(api.deps.lanes.writes, "checkRoom").mockImplementation(() => {
      throw serviceUnavailable();
    });
    const fields = `Host: a\r\nConnection: close\r\nAuthorization: Bearer ${api.key}\r\n`;
    const answer = await api.sendBytes(
      `POST /v1/orders HTTP/1.1\r\n${fields}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    await api.close();
  });
});
