import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import type { Logger } from "pino";

/**
 * Triggers send a notification of every commit with NOTIFY. The feed receives the notifications on a separate connection,
 * so it knows whether caches are current.
 */
export type ChangeFeed = {
  /** Returns true if every change that was committed more than a second ago has been received. */
  isCurrent(): boolean;
  /** The feed calls the listener without a payload if it may have missed notifications. */
  subscribe(channel: Channel, onChange: (payload?: string) => void): void;
  /**
   * Resolves when every change that was committed before this call has been received; at once while the connection of
   * the feed is lost.
   */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

/**
 * `pingedAt` is the time of `performance.now()` at which the last returned ping was sent; undefined before the first
 * one returns.
 */
type ChangeFeedStats = {
  readonly isCurrent: boolean;
  readonly pingedAt: number | undefined;
  readonly roundTripMs: number;
  readonly losses: number;
};

export type WatchedChangeFeed = ChangeFeed & { stats(): ChangeFeedStats };

const channels = ["petstore_credentials", "petstore_catalogue", "petstore_presence"] as const;
type Channel = (typeof channels)[number];

/** The time for which a returned ping proves that all earlier changes were received. */
const TRUST_MS = 1_000;
const PING_INTERVAL_MS = 400;
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_DELAY_MS = 200;

const createWaiters = () => {
  let waiting: (() => void)[] = [];
  let wake = () => {};
  return {
    add: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        wake();
      }),
    take: () => {
      const taken = waiting;
      waiting = [];
      return () => taken.forEach((resolve) => resolve());
    },
    pause: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          wake = () => {};
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener("abort", end);
        wake = end;
        if (waiting.length > 0 || signal.aborted) end();
      }),
  };
};

// Pings are needed because an open connection may be dead, or because a pooler may receive the notifications on another
// server connection.
const ping = async (
  client: Client,
  channel: string,
  signal: AbortSignal,
  waiters: ReturnType<typeof createWaiters>,
  onPong: (sentAt: number) => void,
) => {
  while (!signal.aborted) {
    const sentAt = performance.now();
    const release = waiters.take();
    const isBack = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => done(false), TRUST_MS);
      const receive = (message: { channel: string }) => message.channel === channel && done(true);
      const end = () => done(false);
      const done = (isReceived: boolean) => {
        clearTimeout(timer);
        client.off("notification", receive);
        signal.removeEventListener("abort", end);
        resolve(isReceived);
      };
      client.on("notification", receive);
      signal.addEventListener("abort", end);
      client.query("SELECT pg_notify($1, '')", [channel]).catch(end);
    });
    release();
    if (!isBack) return;
    onPong(sentAt);
    await waiters.pause(PING_INTERVAL_MS, signal);
  }
};

export const openChangeFeed = (connection: ClientConfig, log: Logger): WatchedChangeFeed => {
  const closing = new AbortController();
  const listeners: { readonly channel: Channel; readonly onChange: (payload?: string) => void }[] = [];
  const notify = (channel: string, payload?: string) => {
    for (const listener of listeners) if (listener.channel === channel) listener.onChange(payload);
  };
  const pings = `petstore_ping_${randomUUID().replaceAll("-", "")}`;
  const waiters = createWaiters();
  const isCurrent = () => performance.now() < trustedUntil;
  let trustedUntil = 0;
  let isLost = false;
  let pingedAt: number | undefined;
  let roundTripMs = 0;
  let losses = 0;
  const notePong = (sentAt: number) => {
    trustedUntil = sentAt + TRUST_MS;
    pingedAt = sentAt;
    roundTripMs = performance.now() - sentAt;
    if (isLost) log.info("The change feed is connected to the database again.");
    isLost = false;
  };
  const noteLoss = (error: unknown) => {
    trustedUntil = 0;
    waiters.take()();
    if (isLost || closing.signal.aborted) return;
    isLost = true;
    losses += 1;
    log.warn(
      { err: error },
      "The change feed lost the database; until it reconnects, no key and no response is cached.",
    );
  };

  const listen = async () => {
    const socket = new Socket();
    const client = new Client({
      ...connection,
      application_name: "petstore listener",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      stream: () => socket,
    });
    let lastError: unknown;
    client.on("error", (error) => (lastError = error));
    client.on("notification", ({ channel, payload }) => notify(channel, payload));
    const lost = new AbortController();
    client.on("end", () => {
      trustedUntil = 0;
      lost.abort();
    });
    // `end` would wait for a response, which a frozen server never sends.
    const cut = () => void socket.destroy();
    closing.signal.addEventListener("abort", cut);
    try {
      await client.connect();
      await client.query([...channels, pings].map((channel) => `LISTEN ${channel}`).join("; "));
      // This new connection received no notifications of earlier commits.
      for (const channel of channels) notify(channel);
      await ping(client, pings, AbortSignal.any([closing.signal, lost.signal]), waiters, notePong);
    } catch (error) {
      lastError = error;
    } finally {
      noteLoss(lastError);
      closing.signal.removeEventListener("abort", cut);
      cut();
    }
  };
  const stayConnected = async () => {
    while (!closing.signal.aborted) {
      await listen();
      await delay(RECONNECT_DELAY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  const connected = stayConnected();
  return {
    isCurrent,
    stats: () => ({ isCurrent: isCurrent(), pingedAt, roundTripMs, losses }),
    catchUp: async () => (isCurrent() ? waiters.add() : undefined),
    subscribe: (channel, onChange) => void listeners.push({ channel, onChange }),
    close: async () => {
      closing.abort();
      await connected;
    },
  };
};
