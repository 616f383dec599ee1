/** Ends the wait for the work, but not the work itself. @throws The signal's reason once it is aborted. */
export const untilAborted = async <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> => {
  let abandon = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abandon = () => reject(signal.reason);
    if (signal.aborted) abandon();
    else signal.addEventListener("abort", abandon, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", abandon));
};
