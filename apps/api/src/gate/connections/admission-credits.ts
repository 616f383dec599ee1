const MAX_CREDITS = 16;
const MAX_NETWORKS = 4_096;

export type AdmissionCredits = {
  readonly earn: (network: string) => void;
  /** @returns Whether the network had a credit, which is then spent. */
  readonly spend: (network: string) => boolean;
};

/**
 * During a flood of connections, a network whose earlier connections had a response does not wait behind the flood: each
 * such connection earns a credit for the admission of one other. A network that floods the service spends its credits at
 * once. The networks that earned one last are remembered.
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
