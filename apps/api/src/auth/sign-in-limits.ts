import { createHmac } from "node:crypto";
import { tooManyKeys, tooManySignIns } from "../errors.js";
import type { Counter } from "../concurrency/rate-limit/counter.js";
import type { WorkerBus } from "../concurrency/worker-bus.js";
import { networkOf } from "../request/client-address.js";

const WINDOW_SECONDS = 900;
const MAX_PER_SOURCE = 30;
const MAX_PER_ACCOUNT_AND_SOURCE = 10;
/**
 * The limit for all networks together, not counting known devices. At this rate, 10^8 guesses would take nine years,
 * and every accepted password withstands that many.
 */
const MAX_PER_ACCOUNT = 300;
/** A page requests a key each time that it is loaded, so this allows a load every three seconds. */
const MAX_KEYS_PER_SESSION = 300;
/** Attempts are counted for all networks together, but separately for each known device. */
const MAX_CODES_PER_ACCOUNT = 10;
/** A page may request the options of a passkey each time that it is shown. */
const MAX_OPTIONS_PER_NETWORK = 120;

export type SignInSource = { readonly address: string; readonly deviceId: string | undefined };

/** Each function throws AppError 429 if its limit is exceeded. */
export type SignInLimits = {
  countSignIn(email: string, source: SignInSource): Promise<void>;
  forgive(email: string, source: SignInSource): Promise<void>;
  countPasswordChange(email: string): Promise<void>;
  /**
   * Counts a code of a second factor.
   * @param deviceId - The attempts of a known device are counted separately, so that nobody else can lock it out.
   */
  countCode(accountId: bigint, deviceId?: string): Promise<void>;
  forgiveCodes(accountId: bigint, deviceId?: string): Promise<void>;
  /** Counts an attempt that names no account: an invitation or a passkey. */
  countAnonymous(address: string): Promise<void>;
  countOptions(address: string): Promise<void>;
  /** Counts for each session separately, so that one browser cannot lock out another browser of the same account. */
  countKey(sessionId: bigint): Promise<void>;
};

/**
 * Maps a name to a slot, by a keyed hash of two bytes. All counters take at most 20 MB, and invented addresses cannot
 * evict any of them, unlike in an LRU cache.
 */
const createSlots =
  (secret: Uint8Array) =>
  (...texts: string[]) =>
    createHmac("sha256", secret).update(JSON.stringify(texts)).digest("hex").slice(0, 4);

/** Each replica counts separately. The workers of a replica share their counters. */
export const createSignInLimits = ({
  openCounter,
  secret,
}: Pick<WorkerBus, "openCounter" | "secret">): SignInLimits => {
  const slotOf = createSlots(secret);
  const open = (name: string, points: number) => openCounter({ name, points, seconds: WINDOW_SECONDS });
  const openSource = (kind: string) => ({
    total: open(`sign-ins by ${kind}`, MAX_PER_SOURCE),
    perAccount: open(`sign-ins by account and ${kind}`, MAX_PER_ACCOUNT_AND_SOURCE),
  });
  // Networks and devices have separate counters, so that a flood of addresses cannot share a counter with a known
  // device.
  const [networks, devices] = [openSource("network"), openSource("device")];
  const perAccount = open("sign-ins by account", MAX_PER_ACCOUNT);
  const passwordChanges = open("password changes by account", MAX_PER_ACCOUNT_AND_SOURCE);
  const codes = open("codes by account", MAX_CODES_PER_ACCOUNT);
  const deviceCodes = open("codes by account and device", MAX_CODES_PER_ACCOUNT);
  const options = open("passkey options by network", MAX_OPTIONS_PER_NETWORK);
  const keys = open("keys by session", MAX_KEYS_PER_SESSION);

  const countIn = async (counter: Counter, slot: string, refusal = tooManySignIns) => {
    const { isOver, resetSeconds } = await counter.add(slot);
    if (isOver) throw refusal(resetSeconds);
  };
  const sourceOf = ({ address, deviceId }: SignInSource) =>
    deviceId === undefined ? { counters: networks, name: networkOf(address) } : { counters: devices, name: deviceId };
  const codesOf = (accountId: bigint, deviceId: string | undefined) =>
    deviceId === undefined
      ? { counter: codes, slot: String(accountId) }
      : { counter: deviceCodes, slot: slotOf(String(accountId), deviceId) };
  return {
    countSignIn: async (email, source) => {
      const { counters, name } = sourceOf(source);
      await countIn(counters.total, slotOf(name));
      await countIn(counters.perAccount, slotOf(email, name));
      // Attempts that were refused above are not counted here, so one network can use at most a thirtieth of this
      // limit.
      if (counters === networks) await countIn(perAccount, slotOf(email));
    },
    forgive: async (email, source) => {
      const { counters, name } = sourceOf(source);
      await counters.perAccount.clear(slotOf(email, name));
    },
    countPasswordChange: (email) => countIn(passwordChanges, slotOf(email)),
    countCode: async (accountId, deviceId) => {
      const { counter, slot } = codesOf(accountId, deviceId);
      await countIn(counter, slot);
    },
    forgiveCodes: async (accountId, deviceId) => {
      const { counter, slot } = codesOf(accountId, deviceId);
      await counter.clear(slot);
    },
    countAnonymous: (address) => countIn(networks.total, slotOf(networkOf(address))),
    countOptions: (address) => countIn(options, slotOf(networkOf(address))),
    countKey: (sessionId) => countIn(keys, slotOf(String(sessionId)), tooManyKeys),
  };
};
