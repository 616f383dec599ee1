import type { AuditEvent } from "@petstore/contract/client";
import { useState } from "react";
import { describeSubject } from "../../lib/history/describe-event";
import { notify, notifyFailure } from "../../lib/page/notices";
import { announceEdits, makeAllEdits } from "../../lib/pets/pet-edits";
import { fieldsOf } from "../../lib/pets/pet-fields";
import { readPetsById } from "../../lib/pets/pets-by-id";
import { announce, undoAlone } from "../../lib/history/undo";
import { t } from "../../texts";
import { idsToComplete, undoEditOf, undoRounds } from "./undo-edits";
import { hasProfileUndo, undoProfile } from "../../lib/history/profile-undo";
import { hasOwnUndo, undoUsual } from "../../lib/history/usual-undo";
import { refresh } from "../../lib/service/refresh";

const titleOf = (event: AuditEvent): string => {
  const name = describeSubject(event).text;
  if (event.before === null) return t.history.deleted(name);
  return event.after === null ? t.history.broughtBack(name) : t.history.putBack(name);
};

/** An older change can be undone only after the newer ones of the same animal. */
const planUndo = async (events: readonly AuditEvent[]) => {
  const now = await readPetsById(idsToComplete(events));
  return undoRounds(events, new Map([...now].map(([id, pet]) => [id, fieldsOf(pet)]))).flat();
};

/** Undoes events of animals; what has changed since opens the dialog. The undo can be undone. */
export const useEventUndo = () => {
  const [busyIds, setBusyIds] = useState<ReadonlySet<number>>(new Set());

  const busyWith = async (ids: readonly number[], work: () => Promise<void>) => {
    setBusyIds((before) => new Set([...before, ...ids]));
    try {
      await work();
    } catch (error) {
      notifyFailure(error, () => void busyWith(ids, work));
    } finally {
      void refresh();
      setBusyIds((before) => new Set([...before].filter((id) => !ids.includes(id))));
    }
  };

  const run = (events: readonly AuditEvent[], title: string, whenDone: string) =>
    busyWith(
      events.map(({ id }) => id),
      async () => {
        const edits = await planUndo(events);
        if (edits.length === 0) {
          notify({ title: t.history.nothingLeft });
          return;
        }
        const done = await undoAlone({ title, size: edits.length }, (report) => makeAllEdits(edits, report));
        announceEdits({ title: whenDone, edits: done ?? [] });
      },
    );

  const runUsual = (event: AuditEvent) =>
    busyWith([event.id], async () => {
      const left = hasProfileUndo(event) ? await undoProfile(event) : await undoUsual(event);
      announce({ title: titleOf(event), whyNot: t.history.undoneInHistory });
      if (left !== undefined && left.length > 0) notify({ title: t.undo.leftOut, detail: left.join(", ") });
    });

  return {
    busyIds,

    undoOne: (event: AuditEvent): void => {
      if (undoEditOf(event) !== undefined) void run([event], describeSubject(event).text, titleOf(event));
      else if (hasOwnUndo(event)) void runUsual(event);
    },

    undoAll: (events: readonly AuditEvent[]): void =>
      void run(events, t.history.changes(events.length), t.history.undone(events.length)),
  };
};
