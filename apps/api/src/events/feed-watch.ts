import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";

/**
 * The pause between two reads. Events that arrive within it are read together, and the pause is longer if many
 * followers wait.
 */
const PAUSE_MS = 20;
const WAITING_PER_MS = 10;
/** The feed is read at least this often, because notifications may be late or may be lost. */
const LOOK_AGAIN_MS = 1_000;
/** How many followers are notified in one turn of the event loop, so that other requests get their turns in between. */
const TOLD_AT_ONCE = 50;

type Waiting = { readonly isReached: () => boolean; readonly end: () => void };

/**
 * Reads new events while somebody waits for them.
 * @param look - Reads the feed. It may fail, because the watch calls it again.
 */
export const createFeedWatch = (look: () => Promise<unknown>) => {
  const waiting = new Set<Waiting>();
  let isWatching = false;
  const state = { isStopped: false };
  let isAsked = false;
  let endPause = () => {};

  const untilAsked = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => endPause(), LOOK_AGAIN_MS);
      endPause = () => {
        clearTimeout(timer);
        endPause = () => {};
        resolve();
      };
    });
  const tell = async () => {
    const reached = [...waiting].filter(({ isReached }) => state.isStopped || isReached());
    for (const [at, { end }] of reached.entries()) {
      if (at % TOLD_AT_ONCE === TOLD_AT_ONCE - 1) await turn();
      end();
    }
    return reached.length;
  };
  const watch = async () => {
    isWatching = true;
    while (waiting.size > 0 && !state.isStopped) {
      isAsked = false;
      await look().catch(() => {});
      const told = await tell();
      await delay(PAUSE_MS + told / WAITING_PER_MS);
      if (!isAsked && !state.isStopped) await untilAsked();
    }
    isWatching = false;
  };

  return {
    /** Call it when there may be new events. */
    ask: () => {
      isAsked = true;
      endPause();
    },
    wait: (isReached: () => boolean, signal: AbortSignal, ms: number) =>
      new Promise<void>((resolve) => {
        if (state.isStopped || signal.aborted || isReached()) return resolve();
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          waiting.delete(entry);
          resolve();
        };
        const timer = setTimeout(end, ms);
        const entry = { isReached, end };
        signal.addEventListener("abort", end);
        waiting.add(entry);
        if (!isWatching) void watch();
      }),
    isStopped: () => state.isStopped,
    /** Ends all current waits, and makes later ones end at once. */
    stop: () => {
      state.isStopped = true;
      endPause();
      void tell();
    },
  };
};
