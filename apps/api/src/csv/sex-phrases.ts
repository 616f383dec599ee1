import { foldWord, neuteredWords, optionWords, sexCodes } from "@petstore/contract/routes";

/** The values that a phrase gives a pet, by the names of the attributes of a new store. */
type Said = { readonly sex?: "female" | "male"; readonly neutered?: boolean };

const normal = (text: string): string =>
  foldWord(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const sexes = (["female", "male"] as const).flatMap((sex) =>
  [sex, ...(optionWords[sex] ?? [])].map((word) => ({ word: normal(word), said: { sex } })),
);
const states = ([true, false] as const).flatMap((neutered) =>
  neuteredWords[`${neutered}`].map((word) => ({ word: normal(word), said: { neutered } })),
);

const phrases: ReadonlyMap<string, Said> = new Map([
  ...states.map(({ word, said }) => [word, said] as const),
  ...sexes.flatMap((sex) =>
    states.flatMap((state) => {
      const said = { ...sex.said, ...state.said };
      return [[`${sex.word} ${state.word}`, said] as const, [`${state.word} ${sex.word}`, said] as const];
    }),
  ),
]);

const codes: ReadonlyMap<string, Said> = new Map(
  sexCodes.flatMap(({ codes: all, ...said }) => all.map((code) => [code, said] as const)),
);

/**
 * Reads phrases such as "Neutered Male", "Male / Neutered", "M/N" and "Hündin, kastriert".
 * @param isSexColumn - True for a column of the sex. Only there are letters such as MN read as codes.
 * @returns undefined if the text is not such a phrase
 */
export const readSexPhrase = (text: string, isSexColumn: boolean): Said | undefined => {
  const words = normal(text);
  return phrases.get(words) ?? (isSexColumn ? codes.get(words.replaceAll(" ", "")) : undefined);
};
