/** @property isData - Typed by people or made by the store: nothing for a translator. */
export type Value = { readonly text: string; readonly isData: boolean };

export const textValue = (text: string): Value => ({ text, isData: false });
export const dataValue = (text: string): Value => ({ text, isData: true });

/** Stands where there is no value. */
export const noValue = dataValue("–");
