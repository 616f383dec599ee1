import { createHmac } from "node:crypto";
import { tooManySignIns } from "../errors.js";
import type { Counter } from "../gate/counter.js";
import type { Peers } from "../peers.js";
import { networkOf } from "./client-address.js";

const WINDOW_SECONDS = 900;
const MOST_PER_ADDRESS = 30;
const MOST_PER_ACCOUNT = 10;

/** Counts attempts to sign in, and to give the current password for a new one. */
export type SignInLimits = {
  /** @throws AppError 429 where it is one too many, the same whether there is such an account or not. */
  count(address: string, email: string): Promise<void>;
  /** Takes back what was counted for an account whose owner has come in. */
  forgive(email: string): Promise<void>;
};

/**
 * Two bytes tell apart 65,536 places to count in: a flood of made-up addresses fills 20 MB and no more, and cannot drive
 * out the count of an account that it is trying, as it could with a cache that forgets. Two that share a place share
 * their count; which ones do, nobody outside can find out.
 */
const createPlaces = (secret: Uint8Array) => (text: string) =>
  createHmac("sha256", secret).update(text).digest("hex").slice(0, 4);

/** Each replica counts for itself, its workers together. */
export const createSignInLimits = ({ openCounter, secret }: Pick<Peers, "openCounter" | "secret">): SignInLimits => {
  const placeOf = createPlaces(secret);
  const seconds = WINDOW_SECONDS;
  const perAddress = openCounter({ name: "sign-ins by address", points: MOST_PER_ADDRESS, seconds });
  const perAccount = openCounter({ name: "sign-ins by account", points: MOST_PER_ACCOUNT, seconds });
  const countIn = async (counter: Counter, text: string) => {
    const { isOver, resetSeconds } = await counter.add(placeOf(text));
    if (isOver) throw tooManySignIns(resetSeconds);
  };
  return {
    count: async (address, email) => {
      await countIn(perAddress, networkOf(address));
      await countIn(perAccount, email);
    },
    forgive: (email) => perAccount.clear(placeOf(email)),
  };
};
