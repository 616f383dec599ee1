/** Whether a password would be among the first to be tried. @param words - That belong to the account. */
export type IsCommon = (password: string, words: readonly string[]) => boolean;

/** zxcvbn's scale: 3 is over 10^8 guesses, more than anybody gets past the limit of sign-ins. */
const LEAST_SCORE = 3;

let opening: Promise<IsCommon> | undefined;

/** 49,000 common passwords, 7,800 words and the patterns of keyboards, dates and sequences take 40 MB. */
const open = async (): Promise<IsCommon> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, words) => estimator.check(password, [...words]).score < LEAST_SCORE;
};

/** Loaded when a password is set for the first time: a service does that once in months. */
export const openCommonPasswords = (): Promise<IsCommon> => (opening ??= open());
