/** A power of two, several times the size of the cache; 64 KB. */
const SLOTS = 1 << 14;

/** FNV-1a, 32 bits (RFC 9923). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};

/** A doorkeeper (Einziger et al., "TinyLFU", 2017). Its table is direct-mapped: targets with equal hashes collide. */
export const createAdmissionFilter = (): ((target: string) => boolean) => {
  const hashes = new Int32Array(SLOTS);
  return (target) => {
    const hash = hashOf(target);
    const slot = hash & (SLOTS - 1);
    const isKnown = hashes[slot] === hash;
    hashes[slot] = hash;
    return isKnown;
  };
};
