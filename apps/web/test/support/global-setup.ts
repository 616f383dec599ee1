import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.js";
import { startService } from "./service.js";
import { createStaff, renewProof, type Staff } from "./staff.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The path of Chromium; undefined if there is none. */
    browser: string | undefined;
    address: string;
    /** The service's data directory, in which its PostgreSQL listens. */
    dataDir: string;
    staff: Staff;
  }
}

// The proof of the owner lasts for ten minutes, and is needed for each new account. Only ten proofs are accepted in 15
// minutes.
const RENEWAL_MS = 4 * 60_000;

/** Starts one service with the built admin and one account of each role, for all tests. */
export default async ({ provide }: TestProject) => {
  const executablePath = findChromium();
  provide("browser", undefined);
  if (executablePath === undefined) return undefined;

  const service = await startService();
  try {
    const staff = await createStaff(service);
    provide("address", service.address);
    provide("dataDir", service.dataDir);
    provide("staff", staff);
    provide("browser", executablePath);
    const renewal = setInterval(() => {
      renewProof(service.address, staff.owner).catch((error: unknown) => {
        // oxlint-disable-next-line no-console
        console.error("The owner's proof was not renewed:", error);
      });
    }, RENEWAL_MS);
    return () => {
      clearInterval(renewal);
      return service.stop();
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
};
