import { AuditAction, HistoryAction, historyKinds, subjectKinds } from "@petstore/contract/schemas";
import { type ReactNode, useId, useState } from "react";
import { controlClass, NativeSelect } from "../../components/native-select";
import type { FilterFormProps } from "../../components/filters/filter-bar";
import { FilterDialog } from "../../components/filters/filter-dialog";
import { dayBefore, dayOf, firstMomentOf, momentAfter } from "../../lib/text/local-days";
import { t } from "../../texts";
import { ActorPicker } from "./actor-picker";
import { type HistorySearch, splitSubject } from "./search";

type Change = (change: HistorySearch) => void;
type FilterProps = { readonly search: HistorySearch; readonly onChange: Change };

const Labelled = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
};

const Who = ({ search, onChange }: FilterProps) => (
  <Labelled label={t.history.who}>
    {(id) => <ActorPicker id={id} value={search.actor} onChange={(actor) => onChange({ actor })} />}
  </Labelled>
);

const What = ({ search, onChange }: FilterProps) => {
  const { kind, number } = splitSubject(search.subject);
  const kinds = search.all === true ? subjectKinds : historyKinds;
  return (
    <>
      <Labelled label={t.history.what}>
        {(id) => (
          <NativeSelect
            id={id}
            className="w-full"
            value={kind}
            onValueChange={(subject) =>
              onChange({ subject: subject === "" ? undefined : subject, action: undefined, counted: undefined })
            }
            options={[
              { value: "", label: t.history.everything },
              ...kinds.map((value) => ({ value, label: t.history.subjects[value] })),
            ]}
          />
        )}
      </Labelled>
      {kind !== "" && kind !== "catalogue" && kind !== "audit_trail" && (
        <Labelled label={t.history.number}>
          {(id) => <NumberInput key={kind} id={id} kind={kind} number={number} onChange={onChange} />}
        </Labelled>
      )}
    </>
  );
};

type NumberInputProps = {
  readonly id: string;
  readonly kind: string;
  readonly number: string;
  readonly onChange: Change;
};

const NumberInput = ({ id, kind, number, onChange }: NumberInputProps) => {
  const [text, setText] = useState(number);
  const [seen, setSeen] = useState(number);
  if (seen !== number) {
    setSeen(number);
    setText(number);
  }
  return (
    <input
      id={id}
      inputMode="numeric"
      maxLength={15}
      placeholder={t.history.numberHint}
      value={text}
      onChange={({ target }) => {
        const digits = target.value.replace(/^0+|\D/g, "");
        setText(digits);
        setSeen(digits);
        onChange({ subject: digits === "" ? kind : `${kind}:${digits}` });
      }}
      className={controlClass}
    />
  );
};

const Action = ({ search, onChange }: FilterProps) => {
  const { kind } = splitSubject(search.subject);
  const actions: readonly AuditAction[] = search.all === true ? AuditAction.options : HistoryAction.options;
  return (
    <Labelled label={t.history.action}>
      {(id) => (
        <NativeSelect
          id={id}
          className="w-full"
          value={search.action ?? ""}
          onValueChange={(value) =>
            onChange({ action: actions.find((action) => action === value), counted: undefined })
          }
          options={[
            { value: "", label: t.history.anyAction },
            ...actions
              .filter((action) => kind === "" || action.startsWith(`${kind}.`))
              .map((value) => ({ value, label: t.history.actions[value] })),
          ]}
        />
      )}
    </Labelled>
  );
};

type DayProps = {
  readonly label: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
  readonly min?: string;
  readonly max?: string;
};

const Day = ({ label, day, onDay, ...limits }: DayProps) => {
  const [text, setText] = useState(day);
  const [seen, setSeen] = useState(day);
  if (seen !== day) {
    setSeen(day);
    setText(day);
  }
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          {...limits}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            if (target.value === "" || firstMomentOf(target.value) !== undefined) onDay(target.value);
          }}
          className={controlClass}
        />
      )}
    </Labelled>
  );
};

const Days = ({ search, onChange }: FilterProps) => {
  const from = dayOf(search.createdFrom);
  const to = dayBefore(search.createdTo);
  return (
    <>
      <Day
        label={t.history.fromDay}
        day={from}
        {...(to !== "" && { max: to })}
        onDay={(day) => onChange({ createdFrom: firstMomentOf(day) })}
      />
      <Day
        label={t.history.toDay}
        day={to}
        {...(from !== "" && { min: from })}
        onDay={(day) => onChange({ createdTo: momentAfter(day) })}
      />
    </>
  );
};

/** The control of each filter. */
export const filterParts = { who: Who, what: What, action: Action, days: Days };

type HistoryFilterFormProps = FilterFormProps & {
  readonly name: keyof typeof filterParts;
  readonly search: HistorySearch;
  readonly onApply: Change;
};

/** Sets a filter of the history. */
const HistoryFilterForm = ({ name, search, onApply, ...dialog }: HistoryFilterFormProps) => {
  const [change, setChange] = useState<HistorySearch>({});
  const Part = filterParts[name];
  return (
    <FilterDialog {...dialog} onApply={() => onApply(change)}>
      <Part search={{ ...search, ...change }} onChange={(more) => setChange((before) => ({ ...before, ...more }))} />
    </FilterDialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default HistoryFilterForm;
