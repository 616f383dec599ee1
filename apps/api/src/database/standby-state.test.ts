import { pino } from "pino";
import { expect, it } from "vitest";
import { createStandbyState } from "./standby-state.js";

const create = () => {
  const lines: string[] = [];
  let now = 0;
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const state = createStandbyState(log, () => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { lines, state, pass };
};
const used = "Reads use the standby of DATABASE_REPLICA_URL.";
const notUsed = "The standby of DATABASE_REPLICA_URL is not used; reads go to the primary.";

it("a standby is not usable before the first successful check or after a failed one", () => {
  const { state } = create();
  expect(state.isUsable()).toBe(false);
  state.noteUsable();
  expect(state.isUsable()).toBe(true);
  state.noteObstacle("it is behind");
  expect(state.isUsable()).toBe(false);
});

it("logs each change of a standby's state once, and no short lag", () => {
  const { lines, state, pass } = create();
  for (let round = 0; round < 3; round += 1) {
    state.noteUsable();
    state.noteObstacle("it is behind");
    pass(4_900);
  }
  expect(lines).toEqual([used]);
  state.noteObstacle("it is behind");
  for (let round = 0; round < 3; round += 1) {
    pass(1_000);
    state.noteObstacle("it cannot be reached (ECONNREFUSED)");
  }
  expect(lines).toEqual([used, notUsed]);
  state.noteUsable();
  state.noteUsable();
  expect(lines).toEqual([used, notUsed, used]);
});
