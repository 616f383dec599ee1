/** The measurements that a page takes of itself. */
type Probe = {
  /** The time from the start of the navigation until the rows were painted, or 0 before that. */
  rowsAtMs: number;
  /**
   * The time at which the rows existed, before they were painted. Files that are loaded later are only needed for the
   * next step of the person.
   */
  rowsThereAtMs: number;
  lcpMs: number;
  /** The duration of each interaction, by its id. Those below 16 ms are missing. */
  readonly interactions: Record<number, number>;
  /**
   * Resolves when the rows that exist at the time of the call have been replaced. The result is the time since the last
   * input.
   */
  awaitNewRows: () => Promise<number>;
  newRows: Promise<number>;
};

declare global {
  interface Window {
    benchProbe: Probe;
  }
}

type ProbeOptions = { readonly row: string; readonly count: number };

/** Runs in the page before its own scripts, so it uses nothing from outside its body. */
export const installProbe = ({ row, count }: ProbeOptions): void => {
  const GIVE_UP_MS = 30_000;
  let inputAtMs = 0;
  for (const type of ["click", "keydown"]) {
    addEventListener(type, ({ timeStamp }) => (inputAtMs = timeStamp), { capture: true });
  }

  /** Runs a function after a frame is painted, because the next task begins then. */
  const afterPaint = (run: (atMs: number) => void) =>
    requestAnimationFrame(() => setTimeout(() => run(performance.now())));

  const watch = (isDone: () => boolean, run: (atMs: number) => void) => {
    const observer = new MutationObserver(() => {
      if (!isDone()) return;
      observer.disconnect();
      afterPaint(run);
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    return observer;
  };

  const probe: Probe = {
    rowsAtMs: 0,
    rowsThereAtMs: 0,
    lcpMs: 0,
    interactions: {},
    newRows: Promise.resolve(0),
    awaitNewRows: () =>
      new Promise((resolve, reject) => {
        const before = document.querySelector(row)?.textContent;
        const observer = watch(
          () => {
            const first = document.querySelector(row);
            return first !== null && first.textContent !== before && first.closest("[aria-busy=true]") === null;
          },
          (atMs) => resolve(atMs - inputAtMs),
        );
        setTimeout(() => {
          observer.disconnect();
          reject(new Error("No new rows came within 30 s."));
        }, GIVE_UP_MS);
      }),
  };
  window.benchProbe = probe;

  watch(
    () => {
      if (document.querySelectorAll(row).length < count) return false;
      probe.rowsThereAtMs = performance.now();
      return true;
    },
    (atMs) => {
      probe.rowsAtMs = atMs;
    },
  );
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) probe.lcpMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const timing: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type: "event",
    durationThreshold: 16,
    buffered: true,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId: number })[]) {
      const { interactionId: id, duration } = entry;
      if (id > 0) probe.interactions[id] = Math.max(probe.interactions[id] ?? 0, duration);
    }
  }).observe(timing);
};
