import { setTimeout as sleep } from "node:timers/promises";
import { type Access, password } from "../access.js";
import type { Attack } from "../attack.js";
import { healthOnFresh, healthOnKept } from "../ask.js";
import type { Gains } from "../gains.js";
import { slowPassword } from "../slow-password.js";

const PAUSE_MS = 100;

const post = async ({ origin }: Access, gains: Gains, path: string, body: unknown, cookie = "") => {
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: { origin, "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  await response?.text().catch(() => "");
  if (response !== undefined) gains.status(response.status);
  return response;
};

const cookieOf = (response: Response | undefined) =>
  (response?.headers.getSetCookie() ?? []).map((field) => field.replace(/;.*/, "")).join("; ");

/** Clerks propose new passwords that take long to check, as often as an account may. */
export const passwordChecks: Attack = {
  name: "password checks",
  full: { count: 24, seconds: 1 },
  victims: () => [healthOnFresh, healthOnKept],
  bounds: { p99Ms: 100, rssMb: 350 },
  strike: async ({ access, count }, gains, signal) => {
    const perAccount = Math.ceil(count / access.emails.length);
    const change = { currentPassword: "not this one", newPassword: slowPassword };
    await Promise.all(
      access.emails.map(async (email) => {
        const cookie = cookieOf(await post(access, gains, "/auth/sign-in/email", { email, password }));
        for (let sent = 0; sent < perAccount && !signal.aborted; sent += 1) {
          await post(access, gains, "/auth/change-password", change, cookie);
          await sleep(PAUSE_MS);
        }
      }),
    );
  },
  judge: ({ statuses }) => ((statuses["400"] ?? 0) > 0 ? [] : ["no password was checked, so the attack tests nothing"]),
};
