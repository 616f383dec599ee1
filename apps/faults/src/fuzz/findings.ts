import { appendFileSync } from "node:fs";
import type { Packet } from "./packet.js";

export type Finding = { readonly problem: string; readonly packets: readonly Packet[] };

const MAX_FINDINGS = 25;
const SHOWN_CHARACTERS = 300;

/** Describes a packet in one shortened line. The file of findings contains the whole packet. */
const show = ({ kind, chunks, ending, stayMs }: Packet): string => {
  const text = JSON.stringify(chunks.map((chunk) => chunk.text).join(""));
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)` : text;
  return `  ${kind}, ${ending} after ${stayMs} ms: ${cut}`;
};

export type Findings = {
  readonly all: readonly Finding[];
  readonly times: ReadonlyMap<string, number>;
  add(problem: string, packets: readonly Packet[]): void;
  readonly isFull: () => boolean;
};

/** @param file - The file to which the packets are written as lines of JSON, for `--replay`. */
export const createFindings = (file: string, print: (line: string) => void): Findings => {
  const all: Finding[] = [];
  const times = new Map<string, number>();
  return {
    all,
    times,
    add: (problem, packets) => {
      const name = problem.replace(/[0-9]+/g, "#");
      times.set(name, (times.get(name) ?? 0) + 1);
      if (times.get(name) !== 1) return;
      all.push({ problem, packets });
      print(`finding: ${problem}`);
      for (const packet of packets.slice(0, 5)) print(show(packet));
      if (packets.length > 5) print(`  and ${packets.length - 5} more in flight or just sent`);
      for (const packet of packets) appendFileSync(file, `${JSON.stringify({ problem, packet })}\n`);
    },
    isFull: () => all.length >= MAX_FINDINGS,
  };
};
