const MAX_CREDITS = 16;
const MAX_NETWORKS = 4_096;

export type AdmissionCredits = {
  readonly earn: (network: string) => void;
  /** @returns Whether the network had a credit, which is then spent. */
  readonly spend: (network: string) => boolean;
};

/**
 * Counts which networks need not wait behind a flood of connections. Each connection that has had a response earns its
 * network a credit. With a credit, another connection of the network is admitted at once. A network that floods the
 * service has soon spent its credits. Only the networks that earned a credit last are remembered.
 */
export const createAdmissionCredits = (maxNetworks = MAX_NETWORKS): AdmissionCredits => {
  /** A Map keeps the order of insertion: the network that earned its last credit first is forgotten first. */
  const credits = new Map<string, number>();
  return {
    earn(network) {
      const count = Math.min(MAX_CREDITS, (credits.get(network) ?? 0) + 1);
      credits.delete(network);
      credits.set(network, count);
      const [oldest = ""] = credits.size > maxNetworks ? credits.keys() : [];
      credits.delete(oldest);
    },
    spend(network) {
      const count = credits.get(network) ?? 0;
      if (count > 1) credits.set(network, count - 1);
      else credits.delete(network);
      return count > 0;
    },
  };
};
