/** Computes the 32-bit FNV-1a hash (RFC 9923). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};

/**
 * Creates a doorkeeper (Einziger et al., "TinyLFU", 2017), which admits a target that was requested before. Its table
 * is direct-mapped, so targets with equal hashes collide.
 * @param targets - How many to remember, rounded up to a power of two. Each takes 4 bytes.
 */
export const createAdmissionFilter = (targets: number): ((target: string) => boolean) => {
  const slots = 2 ** Math.ceil(Math.log2(targets));
  const hashes = new Int32Array(slots);
  return (target) => {
    const hash = hashOf(target);
    const slot = hash & (slots - 1);
    const isKnown = hashes[slot] === hash;
    hashes[slot] = hash;
    return isKnown;
  };
};
