import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.js";
import { startService } from "./service.js";
import { createStaff, type Staff } from "./staff.js";

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
    return service.stop;
  } catch (error) {
    await service.stop();
    throw error;
  }
};
