/** @property isData - Typed by people or made by the store: nothing for a translator. */
export type Value = { readonly text: string; readonly isData: boolean };

export const textValue = (text: string): Value => ({ text, isData: false });
export const dataValue = (text: string): Value => ({ text, isData: true });

/** The mark for a missing value. */
export const noValue = dataValue("–");
