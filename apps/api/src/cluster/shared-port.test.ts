import { describe, expect, it } from "vitest";
import { parseConfig } from "../config/config.js";
import { createSharedPort } from "./shared-port.js";
import type { WorkerHandle } from "./worker-handle.js";

const open = (port: string) => {
  const shared = createSharedPort(parseConfig({ PORT: port }));
  const workers = Array.from({ length: 4 }, () => ({}) as WorkerHandle) as [WorkerHandle, WorkerHandle, WorkerHandle];
  return { shared, workers, portOf: (worker: WorkerHandle) => shared.configOf(worker).port };
};
const at = (port: number) => `http://127.0.0.1:${port}`;

describe("the port that workers share", () => {
  it("is the configured port, even for a worker that starts while no other worker listens", () => {
    const { shared, workers, portOf } = open("4010");
    const [one, other] = workers;
    expect(portOf(one)).toBe(4_010);
    shared.add(one, at(4_010));
    shared.remove(one);
    expect(portOf(other)).toBe(4_010);
  });

  it("stays a request for port 0 while a worker that made one listens, and then is a number", () => {
    const { shared, workers, portOf } = open("0");
    const [one, other, third] = workers;
    expect([portOf(one), portOf(other)]).toEqual([0, 0]);
    expect([shared.add(one, at(4_011)), shared.add(other, at(4_011)), shared.count()]).toEqual([true, true, 2]);
    shared.remove(one);
    expect([portOf(one), shared.count()]).toEqual([0, 1]);
    shared.remove(other);
    expect([portOf(third), shared.count()]).toEqual([4_011, 0]);
    expect(shared.add(third, at(4_011))).toBe(true);
    expect(portOf(one)).toBe(4_011);
  });

  it("is not a port on which only one worker listens", () => {
    const { shared, workers } = open("0");
    const [one, other] = workers;
    expect([shared.add(one, at(4_011)), shared.add(other, at(4_012)), shared.count()]).toEqual([true, false, 1]);
  });
});
