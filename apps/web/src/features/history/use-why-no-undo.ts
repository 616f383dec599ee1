import { whyNoUndo } from "../../lib/history/event-undo";
import { useAccount, useHasRole } from "../../lib/session/roles";
import type { HistoryRow } from "./queries";

/** @returns what says why a row of one event cannot be undone by who is signed in; undefined if it can */
export const useWhyNoUndo = () => {
  const { id } = useAccount();
  const isManager = useHasRole("manager");
  return ({ event, action }: HistoryRow): string | undefined => whyNoUndo(event, { id, isManager }, action);
};
