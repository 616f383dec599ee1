import { createHmac, randomBytes } from "node:crypto";
import RateLimiterMemory from "rate-limiter-flexible/lib/RateLimiterMemory.js";
import { tooManySignIns } from "../errors.js";
import { countRequest } from "../gate/request-count.js";
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
const createPlaces = () => {
  const secret = randomBytes(32);
  return (text: string) => createHmac("sha256", secret).update(text).digest("hex").slice(0, 4);
};

/** Each replica counts for itself. */
export const createSignInLimits = (): SignInLimits => {
  const placeOf = createPlaces();
  const perAddress = new RateLimiterMemory({ points: MOST_PER_ADDRESS, duration: WINDOW_SECONDS });
  const perAccount = new RateLimiterMemory({ points: MOST_PER_ACCOUNT, duration: WINDOW_SECONDS });
  const countIn = async (limiter: RateLimiterMemory, text: string) => {
    const { isOver, resetSeconds } = await countRequest(limiter, placeOf(text));
    if (isOver) throw tooManySignIns(resetSeconds);
  };
  return {
    count: async (address, email) => {
      await countIn(perAddress, networkOf(address));
      await countIn(perAccount, email);
    },
    forgive: async (email) => {
      await perAccount.delete(placeOf(email));
    },
  };
};
