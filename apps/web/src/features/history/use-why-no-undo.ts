import { whyNoUndo } from "../../lib/history/event-undo";
import { useAccount, useHasRole } from "../../lib/session/roles";
import type { HistoryRow } from "./queries";

/** @returns a function that says why the person who is signed in cannot undo a single event; undefined if they can */
export const useWhyNoUndo = () => {
  const { id } = useAccount();
  const isManager = useHasRole("manager");
  return ({ event, action }: HistoryRow): string | undefined => whyNoUndo(event, { id, isManager }, action);
};
