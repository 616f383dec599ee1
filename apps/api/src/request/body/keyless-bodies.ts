import { type AppError, requestTimeout, serviceUnavailable, tooManyUnfinishedBodies } from "../../errors.js";
import { createByteBudget } from "../../concurrency/byte-budget.js";
import type { OpenBodyRoom } from "./body-budget.js";

/**
 * This budget is separate, so that bodies without a key cannot use up the memory for bodies with one. The 500 requests
 * that may wait in the lane take 5 MiB of it.
 */
const MAX_BYTES = 8_388_608;
/**
 * Browsers send the body right after the header fields. So only a client that stalls in between occupies one of these
 * slots for long.
 */
const MAX_ARRIVING_PER_NETWORK = 8;
const MAX_ARRIVAL_MS = 5_000;

type Arriving = { readonly network: string; readonly refuse: (refusal: AppError) => void };

/** The memory budget of this process for bodies of requests without a key. */
export const keylessBodies = createByteBudget(MAX_BYTES);

/** A Set iterates in the order of insertion, so the first is the oldest. */
const arriving = new Set<Arriving>();
const arrivingByNetwork = new Map<string, Set<Arriving>>();

const enter = (body: Arriving) => {
  const ofNetwork = arrivingByNetwork.get(body.network) ?? new Set();
  const [oldest] = ofNetwork;
  if (ofNetwork.size >= MAX_ARRIVING_PER_NETWORK) oldest?.refuse(tooManyUnfinishedBodies(MAX_ARRIVING_PER_NETWORK));
  arriving.add(body);
  arrivingByNetwork.set(body.network, ofNetwork.add(body));
};

const leave = (body: Arriving) => {
  const ofNetwork = arrivingByNetwork.get(body.network);
  arriving.delete(body);
  ofNetwork?.delete(body);
  if (ofNetwork?.size === 0) arrivingByNetwork.delete(body.network);
};

/**
 * Always accepts a new body. If there are too many, the oldest body that has not fully arrived is refused: the oldest
 * of the same network or, if the memory budget is used up, the oldest of all networks. So no client can keep others out
 * by sending slowly.
 */
export const openKeylessRoom =
  (network: string): OpenBodyRoom =>
  (refuse) => {
    const body: Arriving = { network, refuse };
    let held = 0;
    enter(body);
    const deadline = setTimeout(() => refuse(requestTimeout()), MAX_ARRIVAL_MS);
    const finish = () => {
      clearTimeout(deadline);
      leave(body);
    };
    return {
      hold: (bytes) => {
        while (!keylessBodies.add(network, bytes - held)) {
          const [oldest = body] = arriving;
          if (oldest === body) throw serviceUnavailable();
          oldest.refuse(serviceUnavailable());
        }
        held = bytes;
      },
      finish,
      release: () => {
        finish();
        keylessBodies.add(network, -held);
        held = 0;
      },
    };
  };
