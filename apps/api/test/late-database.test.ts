import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type LatePostgres, prepareLatePostgres } from "./support/late-postgres.js";
import { keyOf, type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { errorBody } from "./support/test-api.js";

type Line = { readonly level: number; readonly msg: string; readonly address?: string };

const WARNING = 40;
const linesOf = ({ output }: ServiceProcess): Line[] =>
  output.stderr
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
const warningsOf = (service: ServiceProcess) => linesOf(service).filter(({ level }) => level === WARNING);

/** Returns the address at which the service listens while it waits. */
const waitingAddressOf = async (service: ServiceProcess): Promise<string> => {
  await expect.poll(() => warningsOf(service)[0]?.address, { timeout: 150_000 }).toBeTypeOf("string");
  return warningsOf(service)[0]?.address ?? "";
};

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => "refused",
  );

let postgres: LatePostgres;
let running: ServiceProcess[] = [];
const startOn = (url: string, env: Record<string, string> = {}) => {
  const service = startServiceProcess({ DATABASE_URL: url, ...env });
  running.push(service);
  return service;
};
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
});

describe.each(["1", "2"])("a start before its database, with WORKERS=%s", (workers) => {
  let service: ServiceProcess;
  let address: string;
  beforeAll(async () => {
    postgres = await prepareLatePostgres();
  });
  afterAll(() => postgres.remove());

  it("listens meanwhile, says why it is not ready, and completes once the database is there", async () => {
    service = startOn(postgres.url, { WORKERS: workers });
    address = await waitingAddressOf(service);
    const health = await fetch(`${address}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
    const ready = await fetch(`${address}/readyz`);
    expect(await ready.json()).toEqual(
      errorBody(
        "service_unavailable",
        503,
        "not ready: the service is starting; the database cannot be reached (ENOENT)",
      ),
    );
    const pets = await fetch(`${address}/v1/pets`, { headers: { authorization: "Bearer any" } });
    expect([pets.status, pets.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await pets.json()).toEqual(
      errorBody("service_unavailable", 503, "the service is temporarily unavailable; try again in a moment"),
    );
    const seen = new Set<number | string>();
    await postgres.start();
    await expect
      .poll(
        async () => {
          const status = await statusOf(`${address}/readyz`);
          seen.add(status);
          return status;
        },
        { timeout: 150_000, interval: 5 },
      )
      .toBe(200);
    expect([...seen].filter((status) => ![503, 200, "refused"].includes(status))).toEqual([]);
    expect(await service.address()).toBe(address);
    const list = await fetch(`${address}/v1/pets`, { headers: { authorization: `Bearer ${keyOf(service)}` } });
    expect([list.status, await list.json()]).toEqual([200, []]);
    expect(await stopServiceProcess(service)).toBe(0);
    expect(service.output.stderr).not.toContain("    at ");
  });
});

describe("a start that waits for its database", () => {
  beforeAll(async () => {
    postgres = await prepareLatePostgres();
  });
  afterAll(() => postgres.remove());

  it("logs one line, which names the server and the remedy", async () => {
    const service = startOn(postgres.url);
    await waitingAddressOf(service);
    expect(warningsOf(service).map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /^The database "petstore" at .*, named by DATABASE_URL, cannot be reached \(ENOENT\): make sure that it runs and can be reached from here, or correct DATABASE_URL\. The service tries again every second\.$/,
      ),
    ]);
    expect(await stopServiceProcess(service)).toBe(0);
  });

  it("exits at once with 0 on SIGTERM, without a banner", async () => {
    const service = startOn(postgres.url);
    await waitingAddressOf(service);
    expect(await stopServiceProcess(service)).toBe(0);
    expect(service.output.stdout).toBe("");
  });
});

describe("a start on a server that has no connection left for it", () => {
  beforeAll(async () => {
    postgres = await prepareLatePostgres();
    await postgres.start();
  });
  afterAll(() => postgres.remove());

  it("waits, logs one sentence that names the limits, and starts once they are raised", async () => {
    await postgres.query("ALTER ROLE petstore CONNECTION LIMIT 1");
    const service = startOn(postgres.url);
    const address = await waitingAddressOf(service);
    expect(warningsOf(service).map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /has no connection left for the user "petstore" \(53300\): raise max_connections, or the CONNECTION LIMIT of the user or the database, or end other connections\. The service tries/,
      ),
    ]);
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual(
      errorBody(
        "service_unavailable",
        503,
        "not ready: the service is starting; the database has no connection left (53300)",
      ),
    );
    await postgres.query("ALTER ROLE petstore CONNECTION LIMIT -1");
    expect(await service.address()).toBe(address);
    expect(await statusOf(`${address}/readyz`)).toBe(200);
    expect(await stopServiceProcess(service)).toBe(0);
    expect(service.output.stderr).not.toContain("    at ");
  });
});
