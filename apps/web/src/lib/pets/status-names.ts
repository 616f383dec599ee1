import type { PetStatus, StatusNames } from "@petstore/contract/client";
import { t } from "../../texts";
import { askUnseen } from "../service/api";
import { createPreference } from "../page/preferences";
import { session } from "../session/session";
import { createStore } from "../page/store";
import { whenIdle } from "../service/when-idle";

type Words = Readonly<Record<PetStatus, string>>;

const statuses = Object.keys(t.common.status) as readonly PetStatus[];

const parse = (stored: unknown): StatusNames | undefined => {
  const names = stored as Partial<StatusNames> | null;
  const isKnown = statuses.every((status) => names?.[status] === null || typeof names?.[status] === "string");
  return isKnown ? (names as StatusNames) : undefined;
};

/** The store's own words that this browser has stored; undefined until it has asked for them. */
const kept = createPreference<StatusNames | undefined>("status-names", parse);

const readUsual = (): Words => ({ ...t.common.status });

let usual = readUsual();
let usualSold = t.today.activity.sold;

/** Returns the service's words for the statuses, in the language of the page. */
export const usualStatusNames = (): Words => usual;

const show = (names: StatusNames | undefined): void => {
  for (const status of statuses) t.common.status[status] = names?.[status] ?? usual[status];
  t.today.activity.sold = names?.sold ?? usualSold;
};

/** Applies the store's own words that this browser has stored. Call this after the texts are translated. */
export const startStatusNames = (): void => {
  usual = readUsual();
  usualSold = t.today.activity.sold;
  show(kept.get());
};

/** Shows the words where pages are opened from now on, and keeps them for the next load. */
export const showStatusNames = (names: StatusNames): void => {
  kept.set(names);
  show(names);
};

/** Counts how often new words have arrived that require the visible pages to be drawn again. */
export const statusNamesShown = createStore(0);

const read = async (): Promise<void> => {
  const { statusNames } = (await askUnseen((api, options) => api.store.getStore(options), {})).body;
  // Words that change while people read them are confusing, so the new ones show after the next load.
  if (kept.get() !== undefined) return kept.set(statusNames);
  showStatusNames(statusNames);
  if (Object.values(statusNames).some((name) => name !== null)) statusNamesShown.set(statusNamesShown.get() + 1);
};

/**
 * Asks for the words once somebody is signed in. A browser that keeps none asks together with the first page, and any
 * other when it is idle.
 */
export const askForStatusNames = (): void => {
  const unsubscribe = session.state.subscribe(() => check());
  const ask = () => void read().catch(() => undefined);
  const check = () => {
    const state = session.state.get();
    if (state.phase !== "signed-in" || state.mustEnrol) return;
    unsubscribe();
    if (kept.get() === undefined) ask();
    else whenIdle(ask);
  };
  check();
};
