import { exchange } from "./exchange.js";
import type { Findings } from "./findings.js";
import type { Packet } from "./packet.js";
import { readAnswers } from "./read-answers.js";
import type { Subject } from "./subject.js";

const REMEMBERED = 40;

export type Sender = {
  send(subject: Subject, packet: Packet): Promise<void>;
  suspects(): Packet[];
  /** Suspends sending while `work` runs. */
  hold(work: () => Promise<void>): Promise<void>;
  counts(): { readonly packets: number; readonly statuses: ReadonlyMap<number, number> };
};

export const createSender = (findings: Findings): Sender => {
  const inFlight = new Set<Packet>();
  const recent: Packet[] = [];
  const statuses = new Map<number, number>();
  let packets = 0;
  let held: Promise<void> | undefined;
  return {
    send: async (subject, packet) => {
      await held;
      inFlight.add(packet);
      const answer = await exchange(subject.service.port, packet, subject.keys);
      inFlight.delete(packet);
      packets += 1;
      if (recent.push(packet) > REMEMBERED) recent.shift();
      const read = readAnswers(answer ?? "");
      for (const status of read.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      for (const problem of read.problems) findings.add(problem, [packet]);
    },
    suspects: () => [...new Set([...inFlight, ...recent.toReversed()])],
    hold: async (work) => {
      held = work();
      await held.finally(() => (held = undefined));
    },
    counts: () => ({ packets, statuses }),
  };
};
