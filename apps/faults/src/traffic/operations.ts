import type { Operation } from "./operation.js";
import { createReads } from "./reads.js";
import { createWrites } from "./writes.js";

const probes: readonly Operation[] = [
  { kind: "/readyz", path: "/readyz", declared: new Set([200, 503]) },
  { kind: "/healthz", path: "/healthz", declared: new Set([200]) },
].map(({ path, ...probe }) => ({
  ...probe,
  success: 200,
  isRequired: true,
  connections: 1,
  make: () => ({ method: "GET", path }),
}));

export const createOperations = (): Operation[] => [...createWrites(), ...createReads(), ...probes];
