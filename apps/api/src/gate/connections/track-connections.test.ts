import { EventEmitter, once } from "node:events";
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionOf } from "./connection.js";
import { announceClose, trackConnections } from "./track-connections.js";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe("Connection", () => {
  let server: Server;
  let client: Socket;
  let received = "";
  let [started, ended]: [string[], string[]] = [[], []];
  let open: ServerResponse[] = [];

  const listen = async (limits?: Parameters<typeof trackConnections>[1]) => {
    // Each test has its own record, because the connection of the previous test may close late.
    const record = { started: [] as string[], ended: [] as string[], open: [] as ServerResponse[] };
    ({ started, ended, open } = record);
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      record.started.push(request.url ?? "");
      connectionOf(request.socket).open(response, () => record.ended.push(request.url ?? ""));
      if (!response.destroyed) record.open.push(response);
    };
    server = createServer((request, response) => connectionOf(request.socket).accept({ request, response }, handle));
    trackConnections(server, limits);
    await once(server.listen(0, "127.0.0.1"), "listening");
    client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.on("data", (data) => (received += data.toString("latin1")));
    await once(client, "connect");
  };
  beforeEach(() => {
    received = "";
  });
  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  /**
   * Waits until a request of another client has started. By then the server has read everything that it will read of
   * earlier data.
   */
  const askElsewhere = async () => {
    const other = connect((server.address() as AddressInfo).port, "127.0.0.1");
    other.on("error", () => {});
    other.write(get("/elsewhere"));
    await expect.poll(() => started).toContain("/elsewhere");
    other.destroy();
  };
  const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);

  it("has at most 16 requests in flight and answers all in order", async () => {
    await listen();
    client.write(paths(1_000).map(get).join(""));
    await expect.poll(() => started.length).toBe(16);
    client.write(get("/1000"));
    while (started.length < 1_001) {
      expect(started.length - ended.length).toBeLessThanOrEqual(16);
      for (const response of open.splice(0)) response.end("x");
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const response of open.splice(0)) response.end("x");
    await expect.poll(() => received.split("HTTP/1.1 200").length - 1).toBe(1_001);
    expect(started).toEqual(paths(1_001));
  });

  it("keeps no request that has ended", async () => {
    await listen();
    client.write(get("/0"));
    await expect.poll(() => open.length).toBe(1);
    const connections = open.map(({ req }) => connectionOf(req.socket));
    expect(connections.map(({ last }) => last?.response)).toEqual(open);
    for (const response of open) response.end("x");
    await expect.poll(() => ended).toEqual(["/0"]);
    expect(connections.map(({ last }) => last)).toEqual([undefined]);
  });

  it("stops reading while requests wait, even when bodies in flight are read", async () => {
    await listen();
    client.write(paths(17).map(get).join(""));
    await expect.poll(() => started.length).toBe(16);
    client.write(Buffer.alloc(4_000_000, get("/more")));
    await expect.poll(() => client.writableLength).toBeGreaterThan(0);
    const [socket] = open.map(({ req }) => req.socket);
    const bytesRead = socket?.bytesRead ?? 0;
    for (const { req } of open) req.resume();
    await askElsewhere();
    expect(socket?.bytesRead).toBe(bytesRead);
  });

  it("ends every request once when it closes, waiting ones included", async () => {
    await listen();
    client.write(paths(40).map(get).join(""));
    await expect.poll(() => started.length).toBe(16);
    for (const { req } of open) req.socket.destroy();
    await expect.poll(() => ended).toEqual(paths(40));
    // None of the waiting requests had an open response when it started.
    expect(open).toHaveLength(16);
    for (const response of open.splice(0)) response.end("late");
    expect(ended).toEqual(paths(40));
  });

  it("starts no request while 1 MiB of responses is unread", async () => {
    await listen();
    client.pause();
    client.write(paths(3).map(get).join(""));
    await expect.poll(() => open.length).toBe(3);
    for (const response of open.splice(0)) response.end(Buffer.alloc(8_000_000, "x"));
    client.write(paths(5).map(get).join(""));
    await askElsewhere();
    expect(started).toEqual([...paths(3), "/elsewhere"]);
    client.resume();
    await expect.poll(() => started.length).toBe(9);
  });

  describe("of a server that has no more", () => {
    const openFrom = async (localAddress: string) => {
      const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", localAddress });
      socket.on("error", () => {});
      await once(socket, "connect");
      return socket;
    };
    const answer = async (socket: Socket) => {
      const count = started.length;
      socket.write(get("/"));
      await expect.poll(() => started.length).toBe(count + 1);
      open.at(-1)?.end("x");
      await once(socket, "data");
    };

    it("makes room for a client of another network by closing a silent connection", async () => {
      await listen({ maxConnections: 3 });
      await answer(client);
      const silent = await openFrom("127.0.0.1");
      const closed = once(silent, "close");
      const alsoSilent = await openFrom("127.0.0.1");
      const other = await openFrom("127.0.0.2");
      await answer(other);
      await closed;
      expect([client.closed, alsoSilent.closed]).toEqual([false, false]);
      for (const socket of [alsoSilent, other]) socket.destroy();
    });

    it("closes a further connection of a network if all its connections have had responses", async () => {
      await listen({ maxConnections: 1 });
      await answer(client);
      await once(await openFrom("127.0.0.1"), "close");
      await answer(client);
      expect(client.closed).toBe(false);
    });
  });

  describe("in a sweep", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
    afterEach(() => void vi.useRealTimers());
    const sweep = () => vi.advanceTimersByTime(1_000);
    /** Answers the newest request of a client that does not read the response. */
    const leaveUnread = async (from: Socket, bytes: number) => {
      from.pause();
      from.write(get(`/${started.length}`));
      const count = open.length;
      await expect.poll(() => open.length).toBe(count + 1);
      open[count]?.end(Buffer.alloc(bytes, "x"));
    };

    it("is closed if its client leaves responses unread for maxUnreadMs, but not earlier", async () => {
      await listen({ maxUnreadMs: 10, maxTotalUnreadBytes: Number.MAX_SAFE_INTEGER });
      const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
      await leaveUnread(client, 32_000_000);
      sweep();
      now.mockReturnValue(1_009);
      sweep();
      await new Promise((resolve) => setImmediate(resolve));
      expect(ended).toEqual([]);
      now.mockReturnValue(1_100);
      sweep();
      now.mockRestore();
      await expect.poll(() => ended).toEqual(["/0"]);
    });

    it("is closed if clients leave more than maxTotalUnreadBytes unread, the largest first", async () => {
      // The bytes of a response count twice while they are also in the socket's buffer.
      await listen({ maxUnreadMs: 600_000, maxTotalUnreadBytes: 100_000_000 });
      const others = [24_000_000, 64_000_000].map((bytes) => ({
        ...{ bytes, socket: connect((server.address() as AddressInfo).port, "127.0.0.1") },
      }));
      await leaveUnread(client, 8_000_000);
      sweep();
      for (const { bytes, socket } of others) await leaveUnread(socket, bytes);
      sweep();
      await expect.poll(() => ended).toEqual(["/2"]);
      sweep();
      await new Promise((resolve) => setImmediate(resolve));
      expect(ended).toEqual(["/2"]);
      for (const { socket } of others) socket.destroy();
    });

    it("is not examined after the server closed", async () => {
      await listen();
      expect(vi.getTimerCount()).toBe(1);
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      expect(vi.getTimerCount()).toBe(0);
    });

    it("announces its close while the server is closing, whenever the connection was opened", async () => {
      await listen();
      announceClose(server);
      const later = connect((server.address() as AddressInfo).port, "127.0.0.1");
      for (const socket of [client, later]) socket.write(get("/"));
      await expect.poll(() => open.length).toBe(2);
      expect(open.map(({ shouldKeepAlive }) => shouldKeepAlive)).toEqual([false, false]);
      later.destroy();
    });
  });
});

const closed = new Map<Socket, Promise<void>>();
const close = (socket: Socket) => {
  socket.destroy();
  return closed.get(socket);
};
afterEach(async () => {
  // Waiting requests are counted across all connections, so a test closes its own.
  for (const socket of closed.keys()) await close(socket);
  closed.clear();
});

/** Creates a connection without a network. The test itself starts and ends its requests. */
const createConnection = () => {
  const socket = new Socket();
  closed.set(socket, new Promise((resolve) => socket.once("close", resolve)));
  const connection = connectionOf(socket);
  const [handled, ended]: [string[], string[]] = [[], []];
  const accept = (url: string, { complete = true, headers = {} } = {}) => {
    const version = { httpVersionMajor: 1, httpVersionMinor: 1 };
    const request = Object.assign(new IncomingMessage(socket), { ...version, url, headers, complete });
    const response = new ServerResponse(request);
    connection.accept({ request, response }, (given, itsResponse) => {
      handled.push(given.url ?? "");
      connection.open(itsResponse, () => ended.push(given.url ?? ""));
    });
    return response;
  };
  const acceptMany = (count: number) => Array.from({ length: count }, (_, at) => accept(`/${at}`));
  const end = (response: ServerResponse | undefined) => response?.emit("close");
  return { socket, connection, handled, ended, accept, acceptMany, end };
};
const setLength = (of: object, value: number) =>
  Object.defineProperty(of, "writableLength", { value, configurable: true });

/** Stops the clock, so that the turn's budget never ends: a request that waits must have another reason. */
const stopClock = () => vi.spyOn(performance, "now").mockReturnValue(0);
const endTurn = () => new Promise((resolve) => setImmediate(resolve));

describe("a connection's requests", () => {
  beforeEach(() => void stopClock());
  afterEach(() => void vi.restoreAllMocks());

  it("wait while 1 MiB of responses in flight is unread, not counting other responses", () => {
    for (const [bytes, count] of [
      [1_048_575, 2],
      [1_048_576, 1],
    ] as const) {
      const [byResponse, bySocket, idle] = [createConnection(), createConnection(), createConnection()];
      setLength(byResponse.accept("/0"), bytes);
      bySocket.accept("/0");
      setLength(bySocket.socket, bytes);
      for (const { accept, handled } of [byResponse, bySocket]) {
        accept("/1");
        expect(handled).toHaveLength(count);
      }
      expect(byResponse.connection.unreadBytes).toBe(bytes);
      setLength(idle.socket, bytes);
      idle.accept("/0");
      expect(idle.handled).toEqual(["/0"]);
    }
  });

  it("start in order as earlier ones end, and each ends once", () => {
    const { accept, acceptMany, end, handled, ended } = createConnection();
    const responses = acceptMany(18);
    expect(handled).toHaveLength(16);
    end(responses[3]);
    end(responses[3]);
    expect([handled.slice(16), ended]).toEqual([["/16"], ["/3"]]);
    accept("/18");
    end(responses[0]);
    expect(handled.slice(16)).toEqual(["/16", "/17"]);
    end(responses[1]);
    expect(handled.slice(16)).toEqual(["/16", "/17", "/18"]);
  });

  it("keeps the socket paused while a request waits, whatever resumes the socket", () => {
    const { socket, accept, acceptMany, end } = createConnection();
    const [pause, resume] = [vi.spyOn(socket, "pause"), vi.spyOn(socket, "resume")];
    const responses = acceptMany(16);
    end(responses[0]);
    accept("/a");
    expect([pause.mock.calls.length, resume.mock.calls.length]).toEqual([0, 0]);
    accept("/b");
    accept("/c");
    expect(pause).toHaveBeenCalledTimes(1);
    socket.emit("resume");
    expect(pause).toHaveBeenCalledTimes(2);
    end(responses[1]);
    expect(resume).not.toHaveBeenCalled();
    end(responses[2]);
    end(responses[3]);
    expect(resume).toHaveBeenCalledTimes(1);
    socket.emit("resume");
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it("close only the connection with the most of them if 10,000 wait on all connections together", async () => {
    const [one, other] = [createConnection(), createConnection()];
    one.acceptMany(16 + 9_999);
    other.acceptMany(17);
    expect([one.socket.destroyed, other.socket.destroyed]).toEqual([false, false]);
    other.accept("/17");
    expect([one.socket.destroyed, other.socket.destroyed]).toEqual([true, false]);
    // These requests are only logged.
    expect([one.handled.length, one.ended.length, other.handled.length]).toEqual([16 + 9_999, 16 + 9_999, 16]);
    await close(one.socket);
    other.acceptMany(9_998);
    expect(other.socket.destroyed).toBe(false);
    other.accept("/last");
    expect(other.socket.destroyed).toBe(true);
    await close(other.socket);
    const next = createConnection();
    next.acceptMany(16 + 10_000);
    expect(next.socket.destroyed).toBe(false);
  });

  it("start at once for 4 ms of a turn, after which all but the first take turns", async () => {
    const now = stopClock();
    const [one, other] = [createConnection(), createConnection()];
    now.mockReturnValueOnce(0);
    one.accept("/0");
    one.accept("/1");
    now.mockReturnValue(3.9);
    one.accept("/2");
    now.mockReturnValue(4);
    one.acceptMany(3);
    other.acceptMany(3);
    expect([one.handled, other.handled]).toEqual([["/0", "/1", "/2"], ["/0"]]);
    expect([one.socket.isPaused(), other.socket.isPaused()]).toEqual([true, true]);
    const order: string[] = [];
    for (const [name, { handled }] of Object.entries({ one, other })) {
      handled.push = (...urls) => order.push(...urls.map((url) => `${name} ${url}`));
    }
    let ms = 100;
    now.mockImplementation(() => (ms += 2));
    await endTurn();
    expect(order).toEqual(["one /0", "other /1"]);
    await endTurn();
    expect(order).toEqual(["one /0", "other /1", "one /1", "other /2"]);
    expect([one.socket.isPaused(), other.socket.isPaused()]).toEqual([true, false]);
    await endTurn();
    expect(order.slice(4)).toEqual(["one /2"]);
    expect(one.socket.isPaused()).toBe(false);
  });

  it("wait for a response, and not only for a turn, while the connection is full", async () => {
    const { acceptMany, end, handled } = createConnection();
    const responses = acceptMany(18);
    await endTurn();
    await endTurn();
    expect(handled).toHaveLength(16);
    for (const response of responses.slice(0, 2)) end(response);
    expect(handled).toHaveLength(18);
  });

  it("end at once, with a destroyed response, on a closed connection", () => {
    const { socket, accept, ended } = createConnection();
    socket.destroy();
    expect(accept("/0").destroyed).toBe(true);
    expect(ended).toEqual(["/0"]);
  });

  it("end with destroyed responses when the connection closes, and never start their work", async () => {
    const { socket, acceptMany, end, handled, ended } = createConnection();
    const responses = acceptMany(18);
    socket.destroy();
    end(responses[0]);
    expect(handled).toHaveLength(16);
    await once(socket, "close");
    expect(responses.slice(1).every(({ destroyed }) => destroyed)).toBe(true);
    expect([handled.length, ended.length]).toEqual([18, 18]);
    expect(new Set(ended).size).toBe(18);
  });

  it("survive an error of the socket", () => {
    expect(createConnection().socket.emit("error", new Error("reset"))).toBe(true);
  });

  it("get Connection: close only if they have an Upgrade header", () => {
    const { accept } = createConnection();
    expect(accept("/0", { headers: { upgrade: "h2c" } }).shouldKeepAlive).toBe(false);
    expect(accept("/1").shouldKeepAlive).toBe(true);
  });
});

describe("the sweep of a server's connections", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  /** Opens connections without a network. Each has one of the given numbers of unread bytes. */
  const track = (unread: readonly number[], limits?: Parameters<typeof trackConnections>[1]) => {
    const server = new EventEmitter() as Server;
    trackConnections(server, limits);
    server.emit("listening");
    const sockets = unread.map((bytes) => {
      const { socket } = createConnection();
      setLength(socket, bytes);
      Object.defineProperty(socket, "bytesWritten", { value: bytes });
      server.emit("connection", socket);
      return socket;
    });
    return { sockets, areClosed: () => sockets.map(({ destroyed }) => destroyed), stop: () => server.emit("close") };
  };

  it.each([
    [[30, 40], 70, [false, false]],
    [[30, 41], 70, [false, true]],
    [[30, 50, 40], 70, [false, true, false]],
    [[30, 50, 41], 70, [false, true, true]],
    [[0, 0], 0, [false, false]],
    [[134_217_728, 134_217_728], undefined, [false, false]],
    [[134_217_728, 134_217_729], undefined, [false, true]],
  ])(
    "with clients that have %j unread bytes, leaves at most %s (256 MiB by default)",
    (unread, maxTotalUnreadBytes, expected) => {
      const limits = maxTotalUnreadBytes === undefined ? undefined : { maxUnreadMs: 1e9, maxTotalUnreadBytes };
      const { areClosed, stop } = track(unread, limits);
      vi.advanceTimersByTime(1_000);
      expect(areClosed()).toEqual(expected);
      stop();
    },
  );

  it("counts no bytes of a connection that has closed", () => {
    const { sockets, areClosed, stop } = track([41, 30], { maxUnreadMs: 1e9, maxTotalUnreadBytes: 70 });
    sockets[0]?.emit("close");
    vi.advanceTimersByTime(1_000);
    expect(areClosed()).toEqual([false, false]);
    stop();
  });

  it("closes connections whose clients read nothing for 30 seconds by default", () => {
    const { areClosed, stop } = track([1, 0]);
    vi.advanceTimersByTime(1_000);
    vi.advanceTimersByTime(29_000);
    expect(areClosed()).toEqual([false, false]);
    vi.advanceTimersByTime(1_000);
    expect(areClosed()).toEqual([true, false]);
    stop();
  });
});

describe("a connection whose request was answered before its body arrived", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("is closed a second later, but not earlier", () => {
    const { socket, accept, end } = createConnection();
    end(accept("/", { complete: false }));
    vi.advanceTimersByTime(999);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket.destroyed).toBe(true);
  });

  it("stays open if the rest arrives in time", () => {
    const { socket, accept, end } = createConnection();
    const response = accept("/", { complete: false });
    end(response);
    vi.advanceTimersByTime(500);
    response.req.complete = true;
    vi.advanceTimersByTime(60_000);
    expect(socket.destroyed).toBe(false);
  });

  it("leaves no timer when it closes, and starts none for a request that has arrived completely", async () => {
    const { socket, accept, end } = createConnection();
    end(accept("/0"));
    expect(vi.getTimerCount()).toBe(0);
    end(accept("/1", { complete: false }));
    expect(vi.getTimerCount()).toBe(1);
    await close(socket);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a refused connection", () => {
  beforeEach(() => void stopClock());
  afterEach(() => void vi.restoreAllMocks());

  it("calls back once all requests so far are answered, including waiting ones", () => {
    const { socket, connection, acceptMany, end, handled } = createConnection();
    const [callback, pause, resume] = [vi.fn<() => void>(), vi.spyOn(socket, "pause"), vi.spyOn(socket, "resume")];
    const responses = acceptMany(17);
    connection.refuse(callback);
    expect([connection.isRefused, pause.mock.calls.length]).toEqual([true, 1]);
    for (const response of responses.slice(0, 16)) end(response);
    expect([handled.length, callback.mock.calls.length, resume.mock.calls.length]).toEqual([17, 0, 0]);
    end(responses[16]);
    expect([callback.mock.calls.length, resume.mock.calls.length]).toEqual([1, 1]);
    end(createConnection().accept("/"));
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("calls back at once if no request is in flight", () => {
    const { connection } = createConnection();
    const callback = vi.fn<() => void>();
    connection.refuse(callback);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("pauses the socket while a request is in flight", () => {
    const { socket, connection, accept } = createConnection();
    accept("/0");
    connection.refuse(() => {});
    expect(socket.isPaused()).toBe(true);
  });

  it("does not call back after it closed", async () => {
    const { socket, connection, accept } = createConnection();
    accept("/0");
    const callback = vi.fn<() => void>();
    connection.refuse(callback);
    await close(socket);
    expect(callback).not.toHaveBeenCalled();
  });

  it("withdraws its last request if its body broke off while it waited", () => {
    const { connection, accept, acceptMany, end, handled } = createConnection();
    const responses = acceptMany(17);
    accept("/broken", { complete: false });
    connection.withdrawLast();
    expect(connection.last).toBeUndefined();
    connection.withdrawLast();
    for (const response of responses) end(response);
    expect(handled).toHaveLength(17);
  });

  it.each([
    ["whose body is complete", 17, true],
    ["that has started", 1, false],
  ])("withdraws no request %s", (_what, count, complete) => {
    const { connection, accept, acceptMany, handled, end } = createConnection();
    const responses = acceptMany(count - 1);
    const last = accept("/last", { complete });
    connection.withdrawLast();
    expect(connection.last?.response).toBe(last);
    for (const response of responses) end(response);
    expect(handled).toHaveLength(count);
  });
});

describe("a connection that announces its close", () => {
  beforeEach(() => void stopClock());
  afterEach(() => void vi.restoreAllMocks());

  const keepAlives = (responses: readonly ServerResponse[]) => responses.map(({ shouldKeepAlive }) => shouldKeepAlive);
  const sendHead = (response: ServerResponse) => response.writeHead(204).flushHeaders();

  it("announces the close only in its newest response", () => {
    const { connection, accept } = createConnection();
    connection.announceClose();
    const responses = [accept("/0"), accept("/1")];
    expect(keepAlives(responses)).toEqual([true, false]);
    const third = accept("/2");
    expect(keepAlives([...responses, third])).toEqual([true, true, false]);
  });

  it("announces the close in the response in flight, or in the next one if that has started", () => {
    const { connection, accept } = createConnection();
    const first = accept("/0");
    connection.announceClose();
    expect(first.shouldKeepAlive).toBe(false);
    const other = createConnection();
    const started = other.accept("/0");
    sendHead(started);
    other.connection.announceClose();
    expect(keepAlives([started, other.accept("/1")])).toEqual([true, false]);
  });

  it("keeps the Connection: close that a response already has", () => {
    const { connection, accept } = createConnection();
    const own = accept("/0", { headers: { upgrade: "h2c" } });
    connection.announceClose();
    expect(keepAlives([own, accept("/1")])).toEqual([false, false]);
  });

  it("runs no request after the response with Connection: close, or after its end", () => {
    const { connection, accept, handled } = createConnection();
    connection.announceClose();
    sendHead(accept("/0"));
    const { last } = connection;
    accept("/1");
    expect([handled, connection.last]).toEqual([["/0"], last]);
    const other = createConnection();
    other.connection.announceClose();
    Object.defineProperty(other.socket, "writableEnded", { value: true });
    other.accept("/0");
    expect(other.handled).toEqual([]);
  });

  it("runs a request after a response that has not started, or that keeps the connection alive", () => {
    const { connection, accept, handled } = createConnection();
    const started = accept("/0");
    sendHead(started);
    connection.announceClose();
    accept("/1");
    accept("/2");
    expect(handled).toEqual(["/0", "/1", "/2"]);
  });

  it("must belong to a server whose connections are tracked", () => {
    expect(() => announceClose(createServer())).toThrow("The server's connections are not tracked.");
  });
});

describe("isStalled", () => {
  it("is true once the client has read nothing for the given time, and false after any progress", () => {
    const now = vi.spyOn(performance, "now");
    const { socket, connection } = createConnection();
    const isStalledAt = (ms: number, bytesWritten: number, writableLength: number) => {
      now.mockReturnValue(ms);
      setLength(socket, writableLength);
      Object.defineProperty(socket, "bytesWritten", { value: bytesWritten, configurable: true });
      return connection.isStalled(1_000);
    };
    expect(isStalledAt(5_000, 100, 0)).toBe(false);
    expect(isStalledAt(6_500, 100, 0)).toBe(false);
    expect(isStalledAt(7_000, 300, 200)).toBe(false);
    expect(isStalledAt(7_500, 400, 300)).toBe(false);
    expect(isStalledAt(7_999, 400, 300)).toBe(false);
    expect(isStalledAt(8_000, 400, 300)).toBe(true);
    expect(isStalledAt(8_001, 400, 101)).toBe(true);
    expect(isStalledAt(8_001, 400, 100)).toBe(false);
    expect(isStalledAt(9_000, 400, 100)).toBe(false);
    expect(isStalledAt(9_001, 400, 100)).toBe(true);
    now.mockRestore();
  });
});
