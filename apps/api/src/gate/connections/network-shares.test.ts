import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createConnectionShares } from "./network-shares.js";

const share = (maxConnections: number, trustedProxies: readonly string[] = []) => {
  const answered: string[] = [];
  const onAnswered = (network: string) => void answered.push(network);
  const shares = createConnectionShares({ maxConnections, trustedProxies, onAnswered });
  const open = (address: string, { isIdle = true, isAnswered = true } = {}) => {
    const socket = new Socket();
    Object.defineProperty(socket, "remoteAddress", { value: address });
    const connection = { isIdle, onFirstResponse: undefined as (() => void) | undefined };
    const isAdmitted = shares.admit(socket, connection);
    if (isAnswered) connection.onFirstResponse?.();
    return { socket, isAdmitted, answer: () => connection.onFirstResponse?.() };
  };
  const openMany = (address: string, count: number) => Array.from({ length: count }, () => open(address));
  return { open, openMany, answered };
};
type Opened = ReturnType<ReturnType<typeof share>["open"]>;
const closedAmong = (connections: readonly Opened[]) => connections.map(({ socket }) => socket.destroyed);

const silent = { isAnswered: false };

describe("connections that have had no response yet", () => {
  it("are replaced first, beginning with the oldest of a network that has many of them", () => {
    const { open } = share(6);
    const answered = [open("192.0.2.1"), open("192.0.2.1"), open("192.0.2.1")];
    const slow = open("192.0.2.2", silent);
    const [one, other] = [open("192.0.2.3", silent), open("192.0.2.3", silent)];
    expect(open("192.0.2.3", silent).isAdmitted).toBe(true);
    expect(closedAmong([...answered, slow, one, other])).toEqual([false, false, false, false, true, false]);
  });

  it("are replaced by age if no network has more than a sixteenth of all connections", () => {
    const { open, openMany } = share(32);
    const answered = openMany("192.0.2.1", 29);
    const oldest = open("192.0.2.2", silent);
    const client = [open("192.0.2.3", silent), open("192.0.2.3", silent)];
    expect(open("192.0.2.4", silent).isAdmitted).toBe(true);
    expect(closedAmong([oldest, ...client])).toEqual([true, false, false]);
    expect(closedAmong(answered)).not.toContain(true);
  });

  it("no longer count towards the share of their network once they have had a response", () => {
    const { open, openMany } = share(32);
    openMany("192.0.2.1", 28);
    const oldest = open("192.0.2.2", silent);
    const [one, two, three] = Array.from({ length: 3 }, () => open("192.0.2.3", silent)) as [Opened, Opened, Opened];
    one.answer();
    open("192.0.2.4", silent);
    expect(closedAmong([oldest, one, two, three])).toEqual([true, false, false, false]);
  });

  it("are forgotten once either side closes them, so that an open connection makes room", async () => {
    const { open } = share(2);
    const { socket } = open("192.0.2.1", silent);
    socket.destroy();
    await new Promise((resolve) => socket.once("close", resolve));
    const [oldest, other] = [open("192.0.2.2", silent), open("192.0.2.3", silent)];
    const [next, newest] = [open("192.0.2.4", silent), open("192.0.2.5", silent)];
    expect(closedAmong([oldest, other, next, newest])).toEqual([true, true, false, false]);
  });

  it("no longer count towards the share of their network once they have closed", async () => {
    const { open, openMany } = share(32);
    openMany("192.0.2.1", 28);
    const closed = [open("192.0.2.2", silent), open("192.0.2.2", silent), open("192.0.2.2", silent)];
    for (const { socket } of closed) socket.destroy();
    await Promise.all(closed.map(({ socket }) => new Promise((resolve) => socket.once("close", resolve))));
    const [oldest, ...others] = ["192.0.2.3", "192.0.2.4", "192.0.2.5", "192.0.2.2"].map((one) => open(one, silent));
    expect(open("192.0.2.6", silent).isAdmitted).toBe(true);
    expect(closedAmong([oldest as Opened, ...others])).toEqual([true, false, false, false]);
  });

  it("are replaced even if they come from a trusted proxy", () => {
    const { open } = share(2, ["10.0.0.0/8"]);
    const proxied = [open("10.0.0.1", silent), open("10.0.0.1")];
    expect(open("10.0.0.1", silent).isAdmitted).toBe(true);
    expect(closedAmong(proxied)).toEqual([true, false]);
  });

  it("stay open while there is room for others", () => {
    const { open } = share(3);
    const all = [open("192.0.2.1", silent), open("192.0.2.1", silent), open("192.0.2.1", silent)];
    expect(closedAmong(all)).toEqual([false, false, false]);
  });
});

describe("all connections of a process", () => {
  it("may all belong to one network while no other network needs one", () => {
    const { openMany } = share(5);
    const five = openMany("192.0.2.1", 5);
    expect(five.map(({ isAdmitted }) => isAdmitted)).toEqual(Array(5).fill(true));
    expect(openMany("192.0.2.1", 2).map(({ isAdmitted, socket }) => [isAdmitted, socket.destroyed])).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(closedAmong(five)).toEqual(Array(5).fill(false));
  });

  it("are taken from the network that has the most, its oldest idle one first", () => {
    const { open, openMany } = share(6);
    const busy = open("192.0.2.1", { isIdle: false });
    const [first, second] = openMany("192.0.2.1", 3);
    const others = openMany("192.0.2.2", 2);
    const newcomer = open("192.0.2.3");
    expect(newcomer.isAdmitted).toBe(true);
    expect(closedAmong([busy, ...others, newcomer])).toEqual([false, false, false, false]);
    expect(closedAmong([first as Opened, second as Opened])).toEqual([true, false]);
  });

  it("are also taken from a network that has no idle connection", () => {
    const { open } = share(2);
    const busy = [open("192.0.2.1", { isIdle: false }), open("192.0.2.1", { isIdle: false })];
    expect(open("192.0.2.2").isAdmitted).toBe(true);
    expect(closedAmong(busy)).toEqual([true, false]);
  });

  it("are refused to a network that would then have as many as the network that loses one", () => {
    const { open, openMany } = share(5);
    const most = openMany("192.0.2.1", 3);
    openMany("192.0.2.2", 2);
    expect(open("192.0.2.2").isAdmitted).toBe(false);
    expect(closedAmong(most)).toEqual([false, false, false]);
  });

  it("are refused to a new network if every network has one", () => {
    const { open } = share(2);
    const both = [open("192.0.2.1"), open("192.0.2.2")];
    expect(open("192.0.2.3").isAdmitted).toBe(false);
    expect(closedAmong(both)).toEqual([false, false]);
  });

  it("are free again once either side has closed them", async () => {
    const { open } = share(1);
    const { socket } = open("192.0.2.1");
    socket.destroy();
    await new Promise((resolve) => socket.once("close", resolve));
    expect(open("192.0.2.1").isAdmitted).toBe(true);
  });

  it("are counted only once if a connection first makes room and closes later", async () => {
    const { open, openMany } = share(2);
    const [first] = openMany("192.0.2.1", 2);
    expect(open("192.0.2.2").isAdmitted).toBe(true);
    await new Promise((resolve) => first?.socket.once("close", resolve));
    expect(open("192.0.2.3").isAdmitted).toBe(false);
  });

  it.each([
    ["an IPv4-mapped address", "::ffff:192.0.2.1", "192.0.2.1"],
    ["the /64 of an IPv6 address", "2001:db8:0:1::1", "2001:db8:0:1:ffff::2"],
  ])("belong to one network if the addresses share %s", (_what, one, other) => {
    const { open } = share(2);
    open(one);
    open(other);
    expect(open(one).isAdmitted).toBe(false);
    expect(open("198.51.100.7").isAdmitted).toBe(true);
  });

  it("are never taken from a trusted proxy, but may be given to one", () => {
    const { open, openMany } = share(4, ["10.0.0.0/8"]);
    const proxied = openMany("10.0.0.1", 2);
    const direct = openMany("192.0.2.1", 2);
    expect(open("10.0.0.2").isAdmitted).toBe(true);
    expect(open("192.0.2.9").isAdmitted).toBe(false);
    expect([closedAmong(proxied), closedAmong(direct)]).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it("are reported once with their network when they have a response, but not when they close without one", async () => {
    const { open, answered } = share(4);
    open("::ffff:192.0.2.1");
    const { socket } = open("192.0.2.2", silent);
    socket.destroy();
    await new Promise((resolve) => socket.once("close", resolve));
    expect(answered).toEqual(["192.0.2.1"]);
  });
});
