import { createClient } from "@petstore/contract/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasBrowser, launch } from "../support/browser.js";
import { type FirstLoad, measureFirstLoad, openSignedIn } from "../support/first-load.js";
import { holdRequests } from "../support/hold-requests.js";
import { type Service, startService } from "../support/service.js";
import { createOwner, type StaffAccount } from "../support/staff.js";

// Times depend on the machine, so `npx --yes pnpm --filter @petstore/web speed` measures them.
const pages = [
  { name: "Today", path: "/", most: { bytes: 172_000, requests: 12 } },
  // The first 25 animals of a new store have photos, and no more rows than these are in sight.
  { name: "Animals", path: "/animals", most: { bytes: 280_000, requests: 40 } },
] as const;

const MOST_SHIFT = 0.02;

const problemsOf = ({ requests, bytes, shift, moved }: FirstLoad, most: { bytes: number; requests: number }) => {
  const list = requests.map((request) => `${request.line} ${request.bytes}`).join("\n");
  return [
    ...(bytes > most.bytes ? [`The page took ${bytes} bytes:\n${list}`] : []),
    ...(requests.length > most.requests ? [`The page sent ${requests.length} requests:\n${list}`] : []),
    ...(shift > MOST_SHIFT ? [`The layout shifted by ${shift}: ${moved.join(", ")}`] : []),
  ];
};

describe.skipIf(!hasBrowser)("the first load", () => {
  // The rows of other tests would change what the pages show.
  let service: Service;
  let owner: StaffAccount;
  beforeAll(async () => {
    service = await startService();
    owner = await createOwner(service);
    // Today shows the newest animals, and these have no photos.
    const body = Array.from({ length: 100 }, (_, at) => ({ name: `Luna ${at}`, categoryId: 1 }));
    await createClient({ baseUrl: `${service.address}/v1`, apiKey: service.key }).orThrow.pets.createPetBatch({ body });
  });
  afterAll(() => service?.stop());

  it.each(pages)(
    "of $name takes at most $most.bytes bytes in $most.requests requests, and moves nothing",
    async ({ path, most }) => {
      const { address } = service;
      const load = await measureFirstLoad(await launch(), { address, cookies: owner.cookies, path });
      expect(problemsOf(load, most)).toEqual([]);
    },
  );

  it("has the answers of Today before its code, and asks for nothing twice", async () => {
    const context = await openSignedIn(await launch(), { address: service.address, cookies: owner.cookies });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const lines: string[] = [];
    page.on("request", (request) => lines.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const release = await holdRequests(page, "**/assets/*.js");
    const answered = page.waitForResponse((response) => response.url().includes("/v1/today"));
    await page.goto("/", { waitUntil: "commit" });
    await answered;
    release();
    await page.getByText("Luna 99").first().waitFor();
    const early = ["GET /auth/get-session", "POST /auth/key", "GET /v1/events", "GET /v1/today"];
    const asked = lines.filter((line) => early.includes(line));
    // The page then waits for events with the cursor that it has.
    expect(asked.slice(0, 4)).toEqual(early);
    expect(asked.slice(4).filter((line) => line !== "GET /v1/events")).toEqual([]);
  });
});
