/** The maximum that is read at once. More would block the event loop. */
const GROUP_BYTES = 2_000_000;

export type Weighed = { readonly id: number; readonly bytes: number };

/** Yields the ids in groups whose items have at most this total size. A larger item forms its own group. */
export const byteGroups = function* (weighed: readonly Weighed[]): Generator<number[], void> {
  let group: number[] = [];
  let total = 0;
  for (const { id, bytes } of weighed) {
    if (group.length > 0 && total + bytes > GROUP_BYTES) {
      yield group;
      [group, total] = [[], 0];
    }
    group.push(id);
    total += bytes;
  }
  if (group.length > 0) yield group;
};

export const bytesOf = (weighed: readonly Weighed[]): number => weighed.reduce((sum, { bytes }) => sum + bytes, 0);
