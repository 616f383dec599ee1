import { clockCases } from "./clock-cases.js";
import { diskCase } from "./disk-case.js";
import type { FaultCase } from "./fault-case.js";
import { networkCases } from "./network-cases.js";
import { processCases } from "./process-cases.js";

export const cases: readonly FaultCase[] = [...networkCases, ...processCases, diskCase, ...clockCases];
