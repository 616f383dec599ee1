import { execFile } from "node:child_process";
import type { Logger } from "pino";

/** Sends two notifications in each interval, as sd_watchdog_enabled(3) recommends. */
const NOTIFICATIONS_PER_INTERVAL = 2;
const MICROSECONDS_PER_MS = 1_000;

/**
 * Notifies systemd that the event loop still runs (`WatchdogSec=` of the unit, sd_notify(3)). systemd kills a process
 * that hangs and starts a new one. Node has no Unix datagram sockets, so the program `systemd-notify` sends the
 * message.
 * @returns Whether systemd asks for notifications.
 */
export const startWatchdog = (env: NodeJS.ProcessEnv, log: Logger): boolean => {
  const intervalMs = Number(env["WATCHDOG_USEC"]) / MICROSECONDS_PER_MS;
  const isOurs = env["WATCHDOG_PID"] === undefined || Number(env["WATCHDOG_PID"]) === process.pid;
  if (!(intervalMs > 0) || !isOurs) return false;
  const notify = () =>
    execFile("systemd-notify", ["WATCHDOG=1"], { env, timeout: intervalMs }, (error) => {
      if (error?.code !== "ENOENT") return;
      clearInterval(timer);
      log.warn(
        "systemd-notify is not on PATH, so systemd will end this process; install it, or remove WatchdogSec= from the unit.",
      );
    });
  const timer = setInterval(notify, intervalMs / NOTIFICATIONS_PER_INTERVAL).unref();
  notify();
  return true;
};
