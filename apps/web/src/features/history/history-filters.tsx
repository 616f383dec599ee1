import { lazy } from "react";
import { type Filter, FilterBar, type FilterFormProps } from "../../components/filters/filter-bar";
import { Switch } from "../../components/switch";
import { useHasRole } from "../../lib/session/roles";
import { dayBefore, dayOf } from "../../lib/text/local-days";
import { describeRange } from "../../lib/text/range";
import { formatCalendarDay } from "../../lib/text/format";
import { t } from "../../texts";
import { useActorName } from "./actors";
import { type HistorySearch, hasFilters, splitSubject } from "./search";

const HistoryFilterForm = lazy(() => import("./filter-form"));

const texts = t.history;

const labelled = (label: string, value: string | undefined) =>
  value === undefined || value === "" ? undefined : t.pets.fieldFilters.chip(label, value);

const subjectWords = (subject: string | undefined): string | undefined => {
  const { kind, number } = splitSubject(subject);
  const name = (texts.subjects as Readonly<Record<string, string>>)[kind] ?? kind;
  return labelled(texts.what, number === "" ? name : `${name} ${number}`);
};

/** Returns everything that the history can be filtered by. */
export const useHistoryFilters = (
  search: HistorySearch,
  onChange: (change: HistorySearch) => void,
): readonly Filter[] => {
  const who = useActorName(search.actor);
  const [from, to] = [dayOf(search.createdFrom), dayBefore(search.createdTo)];
  const form = (name: "who" | "what" | "action" | "days") => (props: FilterFormProps) => (
    <HistoryFilterForm {...props} name={name} search={search} onApply={onChange} />
  );
  const { action, counted } = search;
  return [
    {
      name: "who",
      label: texts.who,
      words: labelled(texts.who, who),
      onRemove: () => onChange({ actor: undefined }),
      renderForm: form("who"),
    },
    {
      name: "what",
      label: texts.what,
      words: subjectWords(search.subject),
      onRemove: () => onChange({ subject: undefined, action: undefined, counted: undefined }),
      renderForm: form("what"),
    },
    {
      name: "action",
      label: texts.action,
      words: labelled(texts.action, action && texts.actions[action]),
      onRemove: () => onChange({ action: undefined, counted: undefined }),
      renderForm: form("action"),
    },
    {
      name: "days",
      label: texts.days,
      words:
        from === "" && to === ""
          ? undefined
          : labelled(texts.days, describeRange({ from, to, isDays: true }, formatCalendarDay)),
      onRemove: () => onChange({ createdFrom: undefined, createdTo: undefined }),
      renderForm: form("days"),
    },
    {
      // A number on the Today page sets this filter.
      name: "counted",
      label: texts.action,
      words: counted && texts.onlyCounted[counted],
      onRemove: () => onChange({ counted: undefined }),
    },
  ];
};

type HistoryFiltersProps = {
  readonly search: HistorySearch;
  readonly filters: readonly Filter[];
  readonly onChange: (change: HistorySearch) => void;
  readonly onClear: () => void;
};

export const HistoryFilters = ({ search, filters, onChange, onClear }: HistoryFiltersProps) => {
  const isManager = useHasRole("manager");
  return (
    <FilterBar filters={filters} isFiltered={hasFilters(search)} onClear={onClear}>
      {isManager && (
        <div className="flex min-h-9 items-center">
          <Switch
            label={texts.all}
            isOn={search.all === true}
            onChange={(isOn) => onChange({ all: isOn ? true : undefined, subject: undefined, action: undefined })}
          />
        </div>
      )}
    </FilterBar>
  );
};
