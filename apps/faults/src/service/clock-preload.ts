/**
 * SIGUSR2 makes the wall clock jump by CLOCK_JUMP_MS, as NTP might, and the next one makes it right again.
 * `performance.now()` and timers are not affected.
 */
const RealDate = Date;
const jumpMs = Number(process.env["CLOCK_JUMP_MS"] ?? 0);
let offsetMs = 0;
process.on("SIGUSR2", () => {
  offsetMs = offsetMs === 0 ? jumpMs : 0;
});

const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args: unknown[], newTarget: object) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget as never) as object,
  get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
});
