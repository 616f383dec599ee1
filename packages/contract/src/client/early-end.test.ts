import { getEventListeners, once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionError, createClient, TimeoutError, UnexpectedResponseError } from "./index.js";
import {
  broken,
  frank,
  hurry,
  json,
  newPet,
  refused,
  scripted,
  silent,
  thrownBy,
} from "../../test/support/scripted-client.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("a request that ends early", () => {
  it("rejects with the signal's reason, also during a pause, and sends nothing more", async () => {
    const { client, sent } = scripted([refused(429, "rate_limited", { "retry-after": "30" })]);
    const controller = new AbortController();
    const result = client.pets.listPets({ signal: controller.signal });
    const reason = new Error("left the page");
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(reason);
    await expect(result).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  });

  it("rejects with the signal's reason during an attempt", async () => {
    const controller = new AbortController();
    const reason = new Error("left the page");
    const { client } = scripted([
      async ({ init }) => {
        controller.abort(reason);
        init.signal?.throwIfAborted();
        return json(200, []);
      },
    ]);
    await expect(client.pets.listPets({ signal: controller.signal })).rejects.toBe(reason);
  });

  it("is a TimeoutError when no response arrived within timeoutMs", async () => {
    const { client } = scripted([silent], { maxRetries: 0 });
    const error = await hurry(thrownBy(client.pets.listPets({ timeoutMs: 5 })));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toBe("TimeoutError: GET /pets got no complete response within 5 ms");
  });

  it("ends at the deadline even if fetch goes on", async () => {
    const deaf = () => new Promise<Response>(() => {});
    const { client } = scripted([deaf, deaf], { maxRetries: 0 });
    expect(await hurry(thrownBy(client.pets.listPets()))).toBeInstanceOf(TimeoutError);
    const controller = new AbortController();
    const error = thrownBy(client.pets.listPets({ signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort("left");
    expect(await error).toBe("left");
  });

  it("waits for an import as long as the service may take, whatever timeoutMs is", async () => {
    const csv = { body: { csv: "name\nRex\n", source: "a.csv", columns: {} } };
    const { client } = scripted([silent, silent, silent, silent], { maxRetries: 0, timeoutMs: 5_000 });
    const within = async (work: Promise<unknown>) => String(await hurry(thrownBy(work)));
    expect(await within(client.pets.importPets(csv))).toContain("within 180000 ms");
    expect(await within(client.pets.exportPets())).toContain("within 600000 ms");
    expect(await within(client.pets.importPets({ ...csv, timeoutMs: 7_000 }))).toContain("within 7000 ms");
    expect(await within(client.pets.listPets())).toContain("within 5000 ms");
  });

  it("waits for a response without a limit when timeoutMs exceeds the maximum of a timer", async () => {
    const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(json(200, [])), 90_000));
    const { client } = scripted([late]);
    expect((await hurry(client.pets.listPets({ timeoutMs: Infinity }))).status).toBe(200);
  });

  it("is a TimeoutError when the key function does not answer, and nothing is sent or repeated", async () => {
    let asked = 0;
    const apiKey = () => {
      asked += 1;
      return new Promise<string>(() => {});
    };
    const { client, sent } = scripted([], { apiKey, timeoutMs: 5_000 });
    const error = await hurry(thrownBy(client.pets.createPet(newPet)));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain("POST /pets got no key from apiKey within 5000 ms; nothing was sent");
    expect([asked, sent]).toEqual([1, []]);
  });

  it("counts the time of the key function towards timeoutMs", async () => {
    const apiKey = () => new Promise<string>((resolve) => setTimeout(() => resolve("pets_live_1"), 4_000));
    const { client, sent } = scripted([silent], { apiKey, timeoutMs: 5_000, maxRetries: 0 });
    const error = thrownBy(client.pets.listPets());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await error).toBeInstanceOf(TimeoutError);
    expect(sent).toHaveLength(1);
  });

  it("rejects with the signal's reason during the key function, and sends nothing later", async () => {
    const controller = new AbortController();
    const apiKey = () => new Promise<string>((resolve) => setTimeout(() => resolve("pets_live_1"), 4_000));
    const { client, sent } = scripted([], { apiKey });
    const error = thrownBy(client.pets.listPets({ signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort("left");
    expect(await error).toBe("left");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
  });

  it("calls neither the key function nor fetch if the signal has already aborted", async () => {
    let asked = 0;
    const apiKey = async () => {
      asked += 1;
      return "pets_live_1";
    };
    const { client, sent } = scripted([], { apiKey });
    const reason = new Error("left the page");
    const signal = AbortSignal.abort(reason);
    expect(await thrownBy(client.pets.listPets({ signal }))).toBe(reason);
    expect(await thrownBy(client.orThrow.pets.createPet({ ...newPet, signal }))).toBe(reason);
    expect(await thrownBy(client.pets.all({ signal }).next())).toBe(reason);
    expect([asked, sent]).toEqual([0, []]);
  });

  it("leaves no listener on a signal that many requests share", async () => {
    const { signal } = new AbortController();
    const waited = [refused(429, "rate_limited"), broken(), json(200, [])];
    const { client } = scripted([...waited, json(200, []), refused(404, "not_found"), broken()]);
    await hurry(client.pets.listPets({ signal }));
    await client.pets.listPets({ signal });
    await client.pets.getPet({ params: { petId: 7 }, signal });
    await thrownBy(client.pets.listPets({ signal, maxRetries: 0 }));
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("derives no signal from a shared one, because Node.js would keep it in memory", async () => {
    const any = vi.spyOn(AbortSignal, "any");
    const { client } = scripted([json(200, [])]);
    await client.pets.listPets({ signal: new AbortController().signal });
    expect(any).not.toHaveBeenCalled();
    any.mockRestore();
  });
});

describe("a connection that breaks", () => {
  it("is a ConnectionError with its cause", async () => {
    const { client } = scripted([broken()], { maxRetries: 0 });
    const error = await client.pets.listPets().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: "connection_error", status: 0, cause: { message: "fetch failed" } });
    expect(String(error)).toContain("ECONNRESET; check the network and baseUrl");
  });
});

describe("a redirect", () => {
  it("is an error that names its target, and sends body and keys to no other server", async () => {
    vi.useRealTimers();
    const reached: string[] = [];
    const listen = async (answer: RequestListener) => {
      const server = createServer((request, response) => {
        request.resume();
        answer(request, response);
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    };
    const other = await listen((request, response) => {
      reached.push(String(request.headers["idempotency-key"]));
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(frank));
    });
    let asked = 0;
    const own = await listen((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: `${other.url}/v1/pets` }).end();
    });
    const client = createClient({ baseUrl: `${own.url}/v1`, apiKey: "pets_live_1" });
    const call = { ...newPet, headers: { "idempotency-key": "k-1" } };
    try {
      const error = await thrownBy(client.pets.createPet(call));
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(error).toMatchObject({ status: 307, idempotencyKey: "k-1" });
      expect(String(error)).toContain(
        `POST /pets was redirected to ${other.url}/v1/pets, which the client does not follow; set baseUrl to`,
      );
      expect([asked, reached]).toEqual([1, []]);
      const followed = await client.pets.createPet({ ...call, fetchOptions: { redirect: "follow" } });
      expect([followed.status, reached]).toEqual([201, ["k-1"]]);
    } finally {
      own.server.close();
      other.server.close();
    }
  });

  it("may have a relative target, and in a browser has no target", async () => {
    const moved = new Response(null, { status: 301, headers: { location: "/v2/pets" } });
    const hidden = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
    const { client, sent } = scripted([moved, hidden]);
    expect(String(await thrownBy(client.pets.listPets()))).toContain("redirected to https://pets.example/v2/pets,");
    expect(String(await thrownBy(client.pets.listPets()))).toContain("to an address that is not known here,");
    expect(sent).toHaveLength(2);
  });
});
