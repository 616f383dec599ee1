/**
 * Defines `navigator`, which Node has since version 21. Without it, pg looks at `Response` to tell Node from
 * Cloudflare's runtime, which loads Node's HTTP client and adds 30 ms to each start.
 */
export const defineNavigator = (): void => {
  const [version] = process.versions.node.split(".");
  globalThis.navigator ??= { userAgent: `Node.js/${version}` } as Navigator;
};
