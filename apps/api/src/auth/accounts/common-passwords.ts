import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createSemaphore } from "../../concurrency/semaphore.js";
import { serviceUnavailable } from "../../errors.js";

/** zxcvbn's score 3 means that more than 10^8 guesses are needed, which is more than the limits of sign-ins allow. */
const LEAST_SCORE = 3;
/** The thread and zxcvbn need 50 MB before they rate the first password. */
const MAX_HEAP_MB = 256;

/**
 * `maxMs` covers the start, the wait for other passwords, and one estimate. Only a few passwords can wait, because a
 * lane limits these requests.
 */
const usual = { script: new URL("score-passwords.mjs", import.meta.url), maxMs: 20_000, idleMs: 10_000 };

/** Scores passwords in a thread, because zxcvbn takes up to a second for 128 characters. The thread ends when idle. */
export const createScoreThread = ({ script, maxMs, idleMs }: typeof usual = usual) => {
  let worker: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;
  const oneAtATime = createSemaphore(1, maxMs);

  const end = () => {
    void worker?.terminate();
    worker = undefined;
  };
  const start = () => {
    // The thread gets no environment variables, because some of them contain secrets.
    const options = {
      name: "passwords",
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    };
    const started = new Worker(script, options);
    started.on("error", () => worker === started && end());
    return started;
  };
  const score = async (password: string, words: readonly string[]): Promise<number> => {
    clearTimeout(ending);
    const thread = (worker ??= start());
    thread.ref();
    thread.postMessage({ password, words }, []);
    try {
      const [score] = (await once(thread, "message", { signal: AbortSignal.timeout(maxMs) })) as [number];
      return score;
    } catch (error) {
      end();
      throw serviceUnavailable(error);
    } finally {
      // The thread must not keep the process running when there is nothing else to do.
      thread.unref();
      ending = setTimeout(end, idleMs).unref();
    }
  };
  return {
    /** @returns zxcvbn's score, from 0 to 4 @throws AppError 503 if there is no score in time */
    score: (password: string, words: readonly string[]) => oneAtATime(() => score(password, words)),
    isRunning: () => worker !== undefined,
  };
};

const thread = createScoreThread();

export const isCommonPassword = async (password: string, words: readonly string[]): Promise<boolean> =>
  (await thread.score(password, words)) < LEAST_SCORE;
