import { authenticate } from "../gate/authenticate.js";
import { AppError, scopeMissing } from "../errors.js";
import type { RequestContext } from "../request/request-context.js";

const RETRY_MS = 1_000;
/** Node fires a timer at once if its time is longer than this. */
const MAX_TIMER_MS = 2_147_483_647;

type Watched = { readonly signal: AbortSignal; readonly close: () => void };

/**
 * Watches over long requests. The signal aborts when the client disconnects, or when the key is revoked, expires or
 * gets another scope. In the second case, the reason of the signal is the refusal.
 */
export const createWatchAccess = (deps: Parameters<typeof authenticate>[0]) => {
  const checkKey = authenticate(deps);
  const watched = new Set<() => void>();
  deps.principals.subscribe(() => {
    for (const look of watched) look();
  });
  return ({ request, response, principal, route }: RequestContext): Watched => {
    if (principal === undefined || route === undefined) throw new TypeError("The request has no key.");
    const { scope, expiresAt } = principal;
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const lookIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(look, Math.min(ms, MAX_TIMER_MS));
    };
    const lookAtExpiry = (at: Date | null) => at !== null && lookIn(at.getTime() - deps.clock().getTime());
    const look = async () => {
      try {
        const now = await checkKey(request, route.metadata.scope ?? scope);
        if (now.scope !== scope) throw scopeMissing(scope);
        if (!controller.signal.aborted) lookAtExpiry(now.expiresAt);
      } catch (error) {
        if (controller.signal.aborted) return;
        const isRefused = error instanceof AppError && (error.status === 401 || error.status === 403);
        if (isRefused) controller.abort(error);
        else lookIn(RETRY_MS);
      }
    };
    const leave = () => controller.abort();
    response.on("close", leave);
    watched.add(look);
    lookAtExpiry(expiresAt);
    return {
      signal: controller.signal,
      close: () => {
        leave();
        clearTimeout(timer);
        watched.delete(look);
        response.off("close", leave);
      },
    };
  };
};
