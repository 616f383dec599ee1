import type { PetStatus } from "@petstore/contract/client";
import { t } from "../../texts";
import { createStore } from "../page/store";
import { askUnseen } from "../service/api";
import { whenUsed } from "../service/when-idle";
import { session } from "../session/session";
import { setTimeZone } from "../text/time-zone";
import { settingsOf, statuses, type StoreSettings, storeSettings } from "./store-settings";

type Words = Readonly<Record<PetStatus, string>>;

const readUsual = (): Words => ({ ...t.common.status });

let usual = readUsual();
let usualSold = t.today.activity.sold;

/** Returns the service's words for the statuses, in the language of the page. */
export const usualStatusNames = (): Words => usual;

const apply = (settings: StoreSettings | undefined): void => {
  const names = settings?.statusNames;
  for (const status of statuses) t.common.status[status] = names?.[status] ?? usual[status];
  t.today.activity.sold = names?.sold ?? usualSold;
  setTimeZone(settings?.timeZone ?? null);
};

/** Applies the store's settings that this browser has stored. Call this after the texts are translated. */
export const startStore = (): void => {
  usual = readUsual();
  usualSold = t.today.activity.sold;
  apply(storeSettings.get());
};

/** Applies the settings where pages are opened from now on, and keeps them for the next load. */
export const showStore = (store: StoreSettings): void => {
  const settings = settingsOf(store);
  storeSettings.set(settings);
  apply(settings);
};

/** Counts how often new words or another time zone have arrived that require the visible pages to be drawn again. */
export const storeShown = createStore(0);

const read = async (): Promise<void> => {
  const store = (await askUnseen((api, options) => api.store.getStore(options), {})).body;
  const { timeZone, statusNames } = store;
  // Words that change while people read them are confusing, so the new ones show after the next load.
  if (storeSettings.get() !== undefined) return storeSettings.set(settingsOf(store));
  showStore(store);
  if ([timeZone, ...Object.values(statusNames)].some((one) => one !== null)) storeShown.set(storeShown.get() + 1);
};

/**
 * Asks for the settings once somebody is signed in. A browser that keeps none asks together with the first page, and any
 * other when somebody begins to use it.
 */
export const askForStore = (): void => {
  const unsubscribe = session.state.subscribe(() => check());
  const ask = () => void read().catch(() => undefined);
  const check = () => {
    const state = session.state.get();
    if (state.phase !== "signed-in" || state.mustEnrol) return;
    unsubscribe();
    if (storeSettings.get() === undefined) ask();
    else whenUsed(ask);
  };
  check();
};
