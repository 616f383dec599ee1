export type IsCommon = (password: string, words: readonly string[]) => boolean;

/** zxcvbn's scale: 3 is over 10^8 guesses, more than the sign-in limits allow anybody. */
const LEAST_SCORE = 3;

let opening: Promise<IsCommon> | undefined;

const open = async (): Promise<IsCommon> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, words) => estimator.check(password, [...words]).score < LEAST_SCORE;
};

/** Loaded at the first use: it takes 40 MB, and a service sets a password once in months. */
export const openCommonPasswords = (): Promise<IsCommon> => (opening ??= open());
