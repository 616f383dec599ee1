import { catalogue } from "./catalogue";
import { formatNumber } from "./numbers";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  required: "Is required",
  choice: "Choose one of the list",
  number: "Must be a number",
  whole: "Must be a whole number",
  least: (count: number) => `Must be at least ${formatNumber(count)}`,
  most: (count: number) => `Must be at most ${formatNumber(count)}`,
  longest: (count: number) => `Must have at most ${formatNumber(count)} characters`,
  entries: (count: number) => `Must have at most ${formatNumber(count)} entries`,
  characters: "Has characters that cannot be saved",
  email: "Must be an e-mail address",
  phone: "Must be a telephone number: digits, spaces and + ( ) - . /",
  digits: (count: number) => `Must be ${formatNumber(count)} digits`,
  decimals: (count: number) => `Must have at most ${formatNumber(count)} decimals`,
  moment: "Must be a date with a time",
  url: (count: number) =>
    `Must be an https URL of at most ${formatNumber(count)} characters, without user name, password and fragment`,
  change: "Change something first",
  options: "Add at least one option",
  visible: "Needs a character that can be seen",
  timeZone: "Choose a time zone of the list",
  currency: "Choose a currency of the list",
  placeholder: "Has a word in braces that stands for nothing: use the ones listed",
  picture: "Choose a picture",
};

export const { rules } = catalogue({ rules: texts });
