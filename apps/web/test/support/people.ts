import type { Page } from "playwright-core";
import { inject } from "vitest";
import { accountOf, type OpenOptions, unique } from "./browser.js";
import { createAccount, type Staff, type StaffAccount } from "./staff.js";

/** The fixture of `browser.ts`. */
export type Open = (path: string, options?: OpenOptions) => Promise<Page>;

export const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(" ", "-")}@store.example`;

/** Creates an account for one test. */
export const createPerson = async (role: keyof Staff, word = "Robin"): Promise<StaffAccount> => {
  const name = unique(word);
  const { cookies } = await accountOf("owner");
  const password = "glacier 9 tulip robin";
  return createAccount(inject("address"), cookies, { name, email: emailOf(name), password, role });
};

/** Opens a page in the browser of a person. */
export const openAs = (open: Open, { cookies }: StaffAccount, path: string, options: OpenOptions = {}): Promise<Page> =>
  open(path, { ...options, cookies });
