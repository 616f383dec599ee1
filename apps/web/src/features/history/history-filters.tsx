import { AuditAction, HistoryAction, historyKinds, subjectKinds } from "@petstore/contract/schemas";
import { ListFilter, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../components/button";
import { classNames } from "../../components/class-names";
import { controlClass, NativeSelect } from "../../components/field";
import { Switch } from "../../components/switch";
import { useHasRole } from "../../lib/session/roles";
import { t } from "../../texts";
import { dayBefore, dayOf, firstMomentOf, momentAfter } from "../../lib/text/local-days";
import { ActorPicker } from "./actor-picker";
import { countFilters, type HistorySearch, hasFilters, splitSubject } from "./search";

type Change = (change: HistorySearch) => void;
type FilterProps = { readonly search: HistorySearch; readonly onChange: Change };

/** One border around a label and its control. */
const chipClass =
  "flex max-w-full min-w-0 items-center rounded-full border border-control-line bg-surface pl-3 focus-within:border-focus [&>:not(label)]:w-auto [&>:not(label)]:rounded-full [&>:not(label)]:border-0 [&>:not(label)]:bg-transparent";

const Labelled = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div className={chipClass}>
      <label htmlFor={id} className="shrink-0 text-sm whitespace-nowrap text-muted">
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
      className={classNames(controlClass, "sm:w-28")}
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

/** Shows that the list contains only the events that a number on the Today page counts. */
const Counted = ({ search: { counted }, onChange }: FilterProps) =>
  counted === undefined ? null : (
    <Button
      className="shrink-0 rounded-full print:inline-flex!"
      title={t.history.notOnlyCounted}
      onClick={() => onChange({ counted: undefined })}
    >
      {t.history.onlyCounted[counted]}
      <X role="img" aria-label={t.history.notOnlyCounted} size={16} />
    </Button>
  );

type HistoryFiltersProps = FilterProps & {
  readonly onClear: () => void;
};

export const HistoryFilters = ({ search, onChange, onClear }: HistoryFiltersProps) => {
  const isManager = useHasRole("manager");
  // On a phone the chips take more than the two lines that the list can spare.
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  return (
    <search aria-label={t.history.filters} className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center">
      <div
        id={panel}
        className={classNames("flex flex-wrap items-center gap-2 max-sm:order-last", !isOpen && "max-sm:hidden")}
      >
        <Who search={search} onChange={onChange} />
        <What search={search} onChange={onChange} />
        <Action search={search} onChange={onChange} />
        <Days search={search} onChange={onChange} />
        <Counted search={search} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden sm:ml-auto">
        <Button
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
          icon={<ListFilter aria-hidden size={16} />}
          className="rounded-full sm:hidden!"
        >
          {t.history.filtersOf(countFilters(search))}
        </Button>
        {hasFilters(search) && (
          <Button variant="quiet" onClick={onClear}>
            {t.common.clearFilters}
          </Button>
        )}
        {isManager && (
          <div className="ml-auto flex min-h-9 items-center">
            <Switch
              label={t.history.all}
              isOn={search.all === true}
              onChange={(isOn) => onChange({ all: isOn ? true : undefined, subject: undefined, action: undefined })}
            />
          </div>
        )}
      </div>
    </search>
  );
};
