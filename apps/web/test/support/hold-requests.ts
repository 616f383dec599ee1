import type { Page } from "playwright-core";

/**
 * Keeps the requests to matching addresses from the service.
 * @returns a function that sends them, after which later requests are not kept.
 */
export const holdRequests = async (page: Page, address: Parameters<Page["route"]>[0]): Promise<() => void> => {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    // The page may have cancelled the request by then.
    await route.continue().catch(() => undefined);
  });
  return gate.resolve;
};
