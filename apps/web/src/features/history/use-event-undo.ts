import type { AuditEvent } from "@petstore/contract/client";
import { useState } from "react";
import { describeSubject } from "../../lib/describe-event";
import { notify } from "../../lib/notices";
import { editPets, MAX_EDITS } from "../../lib/pet-edits";
import { t } from "../../texts";
import { undoEditOf, undoRounds } from "./undo-edits";

const titleOf = (event: AuditEvent): string => {
  const name = describeSubject(event).text;
  if (event.before === null) return t.history.deleted(name);
  return event.after === null ? t.history.broughtBack(name) : t.history.putBack(name);
};

/** Undoes events of animals; what has changed since opens the dialog. The undo can be undone. */
export const useEventUndo = () => {
  const [busyIds, setBusyIds] = useState<ReadonlySet<number>>(new Set());

  const run = async (events: readonly AuditEvent[], work: () => Promise<unknown>) => {
    const ids = events.map(({ id }) => id);
    setBusyIds((before) => new Set([...before, ...ids]));
    try {
      await work();
    } finally {
      setBusyIds((before) => new Set([...before].filter((id) => !ids.includes(id))));
    }
  };

  return {
    busyIds,

    undoOne: (event: AuditEvent): void => {
      const edit = undoEditOf(event);
      if (edit !== undefined) void run([event], () => editPets({ title: titleOf(event), edits: [edit] }));
    },

    undoAll: async (events: readonly AuditEvent[]): Promise<void> => {
      const rounds = undoRounds(events);
      if (rounds.length === 0) notify({ title: t.history.nothingLeft });
      const title = t.history.undone(events.length);
      await run(events, async () => {
        for (const round of rounds) {
          for (let start = 0; start < round.length; start += MAX_EDITS) {
            // An older change can be undone only after the newer ones of the same animal.
            // oxlint-disable-next-line no-await-in-loop
            await editPets({ title, edits: round.slice(start, start + MAX_EDITS) });
          }
        }
      });
    },
  };
};
