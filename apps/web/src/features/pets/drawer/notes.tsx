import type { PetFields } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../components/button";
import { Data, Moment } from "../../../components/data";
import { EmptyState, InlineError, LoadError, SkeletonRows } from "../../../components/states";
import { completed, readPastFields } from "../../../lib/history/past-fields";
import { petFieldNames, petFields } from "../../../lib/pets/pet-fields";
import { useFieldText } from "../../../lib/pets/use-field-text";
import { t } from "../../../texts";
import type { PetDraft, PetEdit } from "./edits";
import { petHistoryQuery } from "./queries";

const texts = t.petDrawer;

type MeanwhileProps = {
  readonly edit: PetEdit;
  readonly now: PetFields;
  readonly onDiscard: () => void;
};

/** Says what somebody else has changed in the animal that is being edited. Typed text is never overwritten. */
export const Meanwhile = ({ edit: { taken, clashes }, now, onDiscard }: MeanwhileProps) => {
  const text = useFieldText();
  if (taken.length + clashes.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-on-warning-soft">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="font-medium">{texts.meanwhile}</p>
        {taken.map((name) => (
          <p key={name}>{texts.meanwhileTaken(petFields[name].label, text(now, name))}</p>
        ))}
        {clashes.map((name) => (
          <p key={name}>{texts.meanwhileClash(petFields[name].label, text(now, name))}</p>
        ))}
      </div>
      {clashes.length > 0 && <Button onClick={onDiscard}>{texts.takeTheirs}</Button>}
    </div>
  );
};

type DraftNoteProps = { readonly text: string; readonly onDiscard: () => void };

export const DraftNote = ({ text, onDiscard }: DraftNoteProps) => (
  <div className="flex items-center gap-2 rounded-md bg-info-soft px-3 py-1.5 text-sm text-on-info-soft">
    <p className="min-w-0 flex-1">{text}</p>
    <Button onClick={onDiscard}>{texts.discard}</Button>
  </div>
);

type GoneProps = {
  readonly id: number;
  readonly draft: PetDraft | undefined;
  readonly onBringBack: (fields: PetFields) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
};

/** Says that the animal does not exist: it was deleted, which can be undone, or it never existed. */
export const Gone = ({ id, draft, onBringBack, isBusy, error }: GoneProps) => {
  const history = useQuery(petHistoryQuery(id));
  const text = useFieldText();
  if (history.data === undefined) {
    return history.error === null ? <SkeletonRows count={3} /> : <LoadError query={history} isInline />;
  }
  const [event] = history.data;
  const last = event === undefined ? null : readPastFields(event.before);
  if (event === undefined || last === null || last === undefined) {
    return <EmptyState title={texts.neverTitle(id)} detail={texts.never} />;
  }
  const fields = { ...completed(last), ...draft?.changes };
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-md bg-warning-soft px-4 py-3 text-on-warning-soft">
      <div>
        <p className="font-medium">{texts.goneTitle}</p>
        <p className="text-sm">{texts.gone}</p>
        <p className="flex gap-2 text-sm">
          <Data>{event.actor.name}</Data> <Moment at={event.at} />
        </p>
      </div>
      <dl className="grid grid-cols-[6rem_1fr] gap-1 text-sm">
        {petFieldNames.map((name) => (
          <div key={name} className="contents">
            <dt>{petFields[name].label}</dt>
            <dd className="font-medium wrap-anywhere">
              <Data>{text(fields, name)}</Data>
            </dd>
          </div>
        ))}
      </dl>
      {error !== null && error !== undefined && <InlineError error={error} />}
      <div>
        <Button variant="primary" isBusy={isBusy} onClick={() => onBringBack(fields)}>
          {texts.bringBack}
        </Button>
      </div>
    </div>
  );
};
