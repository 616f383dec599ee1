/** A power of two, several times as many as answers are kept. 64 KB. */
const PLACES = 1 << 14;

/** FNV-1a, 32 bits (RFC 9923). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};

/**
 * Tells whether a target was asked for before, within the last thousands. It remembers hashes, each in the one place that is its own:
 * a target may be forgotten for another, and taken for one that shares its hash.
 */
export const createAdmissionFilter = (): ((target: string) => boolean) => {
  const hashes = new Int32Array(PLACES);
  return (target) => {
    const hash = hashOf(target);
    const place = hash & (PLACES - 1);
    const isKnown = hashes[place] === hash;
    hashes[place] = hash;
    return isKnown;
  };
};
