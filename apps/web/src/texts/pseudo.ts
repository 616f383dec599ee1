import type { Texts } from "./catalogue";

const accents: Readonly<Record<string, string>> = { a: "á", e: "é", i: "í", o: "ó", u: "ú", A: "Á", E: "É", O: "Ó" };
/** Writes a text as the pseudo-locale does, but without brackets. */
export const accented = (text: string): string => text.replace(/[aeiouAEO]/g, (letter) => accents[letter] ?? letter);
const bracketed = (text: string) => `⟦${text}⟧`;

/** Returns the texts as the pseudo-locale shows them. */
export const pseudo = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (typeof text === "string") return [name, bracketed(accented(text))];
      if (typeof text === "function") return [name, (...values: never[]) => bracketed(text(...values))];
      return [name, pseudo(text)];
    }),
  );
