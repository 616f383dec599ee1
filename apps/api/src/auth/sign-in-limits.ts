import { createHmac } from "node:crypto";
import { tooManyKeys, tooManySignIns } from "../errors.js";
import type { Counter } from "../rate-limit/memory-counter.js";
import type { WorkerBus } from "../cluster/worker-bus.js";
import { networkOf } from "../gate/client-address.js";

const WINDOW_SECONDS = 900;
const MOST_PER_SOURCE = 30;
const MOST_PER_ACCOUNT_AND_SOURCE = 10;
/**
 * Over all networks. To lock new browsers out takes 30 networks; to guess a password, which withstands 10^8 guesses, takes
 * nine years at this rate. Known devices are not counted in it.
 */
const MOST_PER_ACCOUNT = 300;
const MOST_KEYS_PER_ACCOUNT = 60;

/** Whose attempt it is: that of a known device, or else of whatever is in its network. */
export type SignInSource = { readonly address: string; readonly deviceId: string | undefined };

/** Counts attempts to sign in, to give the current password for a new one, and to get a key. Each throws AppError 429. */
export type SignInLimits = {
  /** Answers the same whether the account exists or not. */
  countSignIn(email: string, source: SignInSource): Promise<void>;
  /** Takes back what was counted for the account from this source, which has come in. */
  forgive(email: string, source: SignInSource): Promise<void>;
  countPasswordChange(email: string): Promise<void>;
  countKey(accountId: bigint): Promise<void>;
};

/**
 * Two bytes tell apart 65,536 places to count in: a flood of made-up addresses fills 20 MB and no more, and cannot drive
 * out the count of an account that it is trying, as it could with a cache that forgets. Two that share a place share
 * their count; which ones do, nobody outside can find out.
 */
const createPlaces =
  (secret: Uint8Array) =>
  (...texts: string[]) =>
    createHmac("sha256", secret).update(JSON.stringify(texts)).digest("hex").slice(0, 4);

/** Each replica counts for itself, its workers together. */
export const createSignInLimits = ({
  openCounter,
  secret,
}: Pick<WorkerBus, "openCounter" | "secret">): SignInLimits => {
  const placeOf = createPlaces(secret);
  const open = (name: string, points: number) => openCounter({ name, points, seconds: WINDOW_SECONDS });
  const openSource = (kind: string) => ({
    alone: open(`sign-ins by ${kind}`, MOST_PER_SOURCE),
    withAccount: open(`sign-ins by account and ${kind}`, MOST_PER_ACCOUNT_AND_SOURCE),
  });
  // Apart, so that no flood of addresses shares a place with a known device.
  const [networks, devices] = [openSource("network"), openSource("device")];
  const perAccount = open("sign-ins by account", MOST_PER_ACCOUNT);
  const passwordChanges = open("password changes by account", MOST_PER_ACCOUNT_AND_SOURCE);
  const keys = open("keys by account", MOST_KEYS_PER_ACCOUNT);

  const countIn = async (counter: Counter, place: string, refusal = tooManySignIns) => {
    const { isOver, resetSeconds } = await counter.add(place);
    if (isOver) throw refusal(resetSeconds);
  };
  const sourceOf = ({ address, deviceId }: SignInSource) =>
    deviceId === undefined ? { counters: networks, name: networkOf(address) } : { counters: devices, name: deviceId };
  return {
    countSignIn: async (email, source) => {
      const { counters, name } = sourceOf(source);
      await countIn(counters.alone, placeOf(name));
      await countIn(counters.withAccount, placeOf(email, name));
      // What is refused above counts no further: one network alone uses up a thirtieth of it.
      if (counters === networks) await countIn(perAccount, placeOf(email));
    },
    forgive: async (email, source) => {
      const { counters, name } = sourceOf(source);
      await counters.withAccount.clear(placeOf(email, name));
    },
    countPasswordChange: (email) => countIn(passwordChanges, placeOf(email)),
    countKey: (accountId) => countIn(keys, String(accountId), tooManyKeys),
  };
};
