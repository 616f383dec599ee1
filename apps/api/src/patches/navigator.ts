/**
 * Node 21 has it; without it, pg tells Node from Cloudflare's runtime by a `Response`, which loads Node's HTTP client:
 * 30 ms of each start.
 */
export const defineNavigator = (): void => {
  const [version] = process.versions.node.split(".");
  globalThis.navigator ??= { userAgent: `Node.js/${version}` } as Navigator;
};
