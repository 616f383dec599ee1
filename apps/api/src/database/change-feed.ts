import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import type { Logger } from "pino";

/**
 * Hears of what is committed to the store, by whomever: PostgreSQL's LISTEN, on a connection of its own, with triggers that
 * NOTIFY. What was read and kept may be used as long as the feed is current.
 */
export type ChangeFeed = {
  /** Whether every change that was committed more than a second ago has been heard of. */
  isCurrent(): boolean;
  /**
   * Calls the listener after each change, with what its notification says, and without a word after a time in which one may
   * have been missed.
   */
  subscribe(channel: Channel, onChange: (payload?: string) => void): void;
  /** Fulfilled once every change that was committed before this call has been heard of; at once while the feed is lost. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

/** What the migrations' triggers notify on. */
const channels = ["petstore_credentials", "petstore_catalogue"] as const;
type Channel = (typeof channels)[number];

/** A ping that came back proves that all before its sending was heard; it holds for so long. */
const TRUST_MS = 1_000;
const PING_INTERVAL_MS = 400;
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_DELAY_MS = 200;

/** Those who wait for a ping that is sent from now on, and what wakes the one who sends it. */
const createWaiters = () => {
  let waiting: (() => void)[] = [];
  let wake = () => {};
  return {
    add: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        wake();
      }),
    /** Takes those who wait: the next ping is theirs. */
    take: () => {
      const taken = waiting;
      waiting = [];
      return () => taken.forEach((resolve) => resolve());
    },
    /** Fulfilled after the time, or as soon as somebody waits. */
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

/**
 * Sends itself notifications, and waits for each. A connection that is open may all the same be dead, or lead to a pooler
 * that hands LISTEN to one server connection and takes the notifications of another.
 * @returns when one has not come back in time.
 */
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
      const hear = (message: { channel: string }) => message.channel === channel && done(true);
      const end = () => done(false);
      const done = (isHeard: boolean) => {
        clearTimeout(timer);
        client.off("notification", hear);
        signal.removeEventListener("abort", end);
        resolve(isHeard);
      };
      client.on("notification", hear);
      signal.addEventListener("abort", end);
      client.query("SELECT pg_notify($1, '')", [channel]).catch(end);
    });
    release();
    if (!isBack) return;
    onPong(sentAt);
    await waiters.pause(PING_INTERVAL_MS, signal);
  }
};

/** Connects at once, and again whenever the connection is lost, until it is closed. */
export const openChangeFeed = (connection: ClientConfig, log: Logger): ChangeFeed => {
  const closing = new AbortController();
  const listeners: { readonly channel: Channel; readonly onChange: (payload?: string) => void }[] = [];
  const tell = (channel: string, payload?: string) => {
    for (const listener of listeners) if (listener.channel === channel) listener.onChange(payload);
  };
  const pings = `petstore_ping_${randomUUID().replaceAll("-", "")}`;
  const waiters = createWaiters();
  const isCurrent = () => performance.now() < trustedUntil;
  let trustedUntil = 0;
  let isAway = false;
  const notePong = (sentAt: number) => {
    trustedUntil = sentAt + TRUST_MS;
    if (isAway) log.info("The database's notifications are heard again.");
    isAway = false;
  };
  const noteLoss = (error: unknown) => {
    trustedUntil = 0;
    waiters.take()();
    if (isAway || closing.signal.aborted) return;
    isAway = true;
    log.warn(
      { err: error },
      "The database's notifications are not heard: until they are, every key and every answer is read anew.",
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
    client.on("notification", ({ channel, payload }) => tell(channel, payload));
    const lost = new AbortController();
    client.on("end", () => {
      trustedUntil = 0;
      lost.abort();
    });
    // Not `end`, which waits for an answer: a server that has stopped gives none.
    const cut = () => void socket.destroy();
    closing.signal.addEventListener("abort", cut);
    try {
      await client.connect();
      await client.query([...channels, pings].map((channel) => `LISTEN ${channel}`).join("; "));
      // What was committed before, nobody told.
      for (const channel of channels) tell(channel);
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
    // Nothing that was kept is used while the feed is lost.
    catchUp: async () => (isCurrent() ? waiters.add() : undefined),
    subscribe: (channel, onChange) => void listeners.push({ channel, onChange }),
    close: async () => {
      closing.abort();
      await connected;
    },
  };
};
