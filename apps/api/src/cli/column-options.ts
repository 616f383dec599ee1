import { PetImport } from "@petstore/contract/routes";
import type { Command } from "commander";

const columns = PetImport.shape.columns.shape;
type Setting = keyof typeof columns;
const settings = Object.keys(columns) as Setting[];

/** The value of each `--…-column` option, by the name that commander gives it. */
export type ColumnOptions = { readonly [Name in Setting as `${Name}Column`]?: string };

/** Turns `fallbackName` into `--fallback-name-column`. */
export const columnOption = (setting: string): string =>
  `--${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-column`;

/** Returns the first sentence of the contract's description. */
const helpOf = (setting: Setting): string => {
  const [sentence = ""] = columns[setting].description?.split(/\.(?: |$)/) ?? [];
  return sentence.replaceAll("`", '"').replace(/^The/, "the");
};

export const addColumnOptions = (command: Command): Command => {
  for (const setting of settings) command.option(`${columnOption(setting)} <column>`, helpOf(setting));
  return command;
};

export const columnsOf = (options: ColumnOptions): PetImport["columns"] =>
  Object.fromEntries(settings.map((setting) => [setting, options[`${setting}Column`]]));
