/** @property isData - True if people typed the text or the store created it, so that it must not be translated. */
export type Value = { readonly text: string; readonly isData: boolean };

export const textValue = (text: string): Value => ({ text, isData: false });
export const dataValue = (text: string): Value => ({ text, isData: true });

/** The text that stands for a missing value. */
export const noValue = dataValue("–");
