import type { PetStatus, Store } from "@petstore/contract/client";
import { t } from "../../texts";
import { createPreference } from "../page/preferences";
import { useStore } from "../page/store";

/** What the pages show of the store. */
export type StoreSettings = Pick<Store, "name" | "address" | "logo" | "timeZone" | "currency" | "statusNames">;

const details = ["name", "address", "logo", "timeZone", "currency"] as const;

/** Returns the part of a store that the pages show. */
export const settingsOf = ({ name, address, logo, timeZone, currency, statusNames }: StoreSettings): StoreSettings => ({
  name,
  address,
  logo,
  timeZone,
  currency,
  statusNames,
});

export const statuses = Object.keys(t.common.status) as readonly PetStatus[];

const areTexts = (values: object | undefined, names: readonly string[]): boolean =>
  names.every((name) => {
    const value: unknown = values?.[name as never];
    return value === null || typeof value === "string";
  });

const parse = (stored: unknown): StoreSettings | undefined => {
  const settings = (stored ?? {}) as Partial<StoreSettings>;
  const isKnown = areTexts(settings, details) && areTexts(settings.statusNames, statuses);
  return isKnown ? (settings as StoreSettings) : undefined;
};

/** The store's settings that this browser has stored; undefined until it has asked for them. */
export const storeSettings = createPreference<StoreSettings | undefined>("store", parse);

const unset = { name: null, address: null, logo: null, timeZone: null, currency: null } as const;

/** The store's name, address, logo, time zone and currency; null is what the store has not set, or what is not known yet. */
export const useStoreDetails = (): Pick<StoreSettings, (typeof details)[number]> => useStore(storeSettings) ?? unset;

/** The name of the store, or that of the program while the store has none. */
export const storeTitle = (): string => storeSettings.get()?.name ?? t.common.appName;
