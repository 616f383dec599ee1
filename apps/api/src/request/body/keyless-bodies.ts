import { type AppError, requestTimeout, serviceUnavailable, tooManyUnfinishedBodies } from "../../errors.js";
import { createByteBudget } from "../../concurrency/byte-budget.js";
import type { OpenBodyRoom } from "./body-budget.js";

/**
 * The budget is separate, so that bodies without a key cannot starve those with one. The 500 that may wait in the lane
 * take 5 MiB of it.
 */
const MAX_BYTES = 8_388_608;
/** A browser sends the body together with its head, so only a client that stops in between takes a place for longer. */
const MAX_ARRIVING_PER_NETWORK = 8;
const MAX_ARRIVAL_MS = 5_000;

type Arriving = { readonly network: string; readonly refuse: (refusal: AppError) => void };

/** The bodies without a key, in this process. */
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
 * Always gives a new body its place. The oldest body that has not arrived gives way: the oldest of its network or, if
 * the budget is spent, of all networks. So nobody keeps others out by waiting.
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
