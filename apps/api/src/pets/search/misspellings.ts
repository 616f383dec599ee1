/** Words with fewer letters have too many neighbours. */
const MIN_LETTERS = 4;
/** The number of letters from which on two mistakes are corrected. */
const LETTERS_OF_TWO = 8;
const MAX_LETTERS = 32;

/** Returns the number of mistakes that are corrected in a word. Numbers, codes and whole names have none. */
export const mistakesIn = (word: string): 0 | 1 | 2 => {
  const letters = Array.from(word).length;
  if (letters < MIN_LETTERS || letters > MAX_LETTERS || /[0-9=]/.test(word)) return 0;
  return letters >= LETTERS_OF_TWO ? 2 : 1;
};

const withoutOne = (word: string): string[] => {
  const letters = Array.from(word);
  return letters.map((_, at) => letters.toSpliced(at, 1).join(""));
};

/**
 * Returns a word, and what is left of it without one letter, or without one or two if it has at least 8. Two words that
 * have one of these in common may be misspellings of each other.
 */
export const deletionsOf = (word: string): string[] => {
  const mistakes = mistakesIn(word);
  if (mistakes === 0) return [];
  const once = withoutOne(word);
  return [...new Set([word, ...once, ...(mistakes === 2 ? once.flatMap(withoutOne) : [])])];
};

/**
 * Returns the number of letters that have to be added, left out, replaced or swapped with their neighbour to make one
 * word from the other (the distance of optimal string alignment).
 */
export const distanceOf = (one: string, other: string): number => {
  const [left, right] = [Array.from(one), Array.from(other)];
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [row, letter] of left.entries()) {
    const next = [row + 1];
    for (const [column, candidate] of right.entries()) {
      const isSwap = row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === candidate;
      next.push(
        Math.min(
          (last[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (last[column] ?? 0) + Number(letter !== candidate),
          isSwap ? (before[column - 1] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = last;
    last = next;
  }
  return last.at(-1) ?? 0;
};
