import { ListFilter, X } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useShortcut } from "../../lib/page/shortcuts";
import { t } from "../../texts";
import { filtering } from "../../texts/filtering";
import { Button } from "../button";
import { classNames } from "../class-names";
import { DataLine } from "../data";
import { Menu } from "../menu";
import { MenuItem } from "../menu-parts";

/** What the form of a filter needs from the bar. */
export type FilterFormProps = {
  readonly label: string;
  /** True if people typed the label. */
  readonly isData: boolean;
  readonly onClose: () => void;
};

/** Something that a list can be filtered by. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  readonly isData?: boolean;
  /** The filter in words, if it is set: "Weight: 5 kg to 10 kg". */
  readonly words?: string | undefined;
  readonly onRemove: () => void;
  /** Renders a dialog that sets the filter. A filter without it is set by links of other pages. */
  readonly renderForm?: ((props: FilterFormProps) => ReactNode) | undefined;
};

type FilterBarProps = {
  /** The search field, which is always in sight. */
  readonly search?: ReactNode;
  /** Filters that are always in sight. They show their value and how to remove it themselves. */
  readonly pinned?: ReactNode;
  readonly filters?: readonly Filter[];
  /** Whether there is anything to clear. */
  readonly isFiltered?: boolean;
  readonly onClear?: () => void;
  /** What the person should know about the filters, for example that the text is too short. */
  readonly note?: string | undefined;
  /** What stands at the end, such as the order. */
  readonly children?: ReactNode;
  readonly className?: string;
};

type ChipProps = { readonly filter: Filter; readonly onOpen: () => void; readonly onRemove: () => void };

const chipText = "flex min-h-8 min-w-0 items-center rounded-full px-2 pointer-coarse:min-h-11";

const Chip = ({ filter: { words = "", renderForm }, onOpen, onRemove }: ChipProps) => (
  <span className="inline-flex max-w-full items-center rounded-full border border-control-line bg-surface pl-1 text-sm">
    {renderForm === undefined ? (
      <span className={chipText}>{words}</span>
    ) : (
      <button
        type="button"
        title={filtering.edit(words)}
        onClick={onOpen}
        className={classNames(chipText, "hover:bg-sunken")}
      >
        <DataLine>{words}</DataLine>
      </button>
    )}
    <button
      type="button"
      aria-label={filtering.remove(words)}
      title={filtering.remove(words)}
      onClick={onRemove}
      className="inline-flex size-8 items-center justify-center rounded-full hover:bg-sunken pointer-coarse:size-11 print:hidden"
    >
      <X aria-hidden size={14} />
    </button>
  </span>
);

/**
 * The bar above every list: the search, the filters that are always in sight, a chip for each other filter that is set,
 * and a menu of those that can be added. The key `f` opens the menu.
 */
export const FilterBar = ({ filters = [], isFiltered = false, onClear, className, ...props }: FilterBarProps) => {
  const [open, setOpen] = useState<string>();
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opened = filters.find(({ name }) => name === open);
  const offered = filters.filter(({ words, renderForm }) => words === undefined && renderForm !== undefined);
  useShortcut("f", filtering.add, () => button.current?.click(), { isEnabled: offered.length > 0 });
  // The button that was pressed disappears with its filter.
  const keepFocus = () => (button.current ?? bar.current)?.focus();
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={filtering.label}
      className={classNames("flex flex-wrap items-center gap-2 outline-none", className)}
    >
      {props.search}
      {props.pinned}
      {filters
        .filter(({ words }) => words !== undefined)
        .map((filter) => (
          <Chip
            key={filter.name}
            filter={filter}
            onOpen={() => setOpen(filter.name)}
            onRemove={() => {
              keepFocus();
              filter.onRemove();
            }}
          />
        ))}
      {offered.length > 0 && (
        <Menu
          align="start"
          renderTrigger={(trigger) => (
            <Button
              {...trigger}
              ref={button}
              aria-label={filtering.add}
              title={filtering.add}
              icon={<ListFilter aria-hidden size={16} />}
            >
              <span className="max-sm:hidden">{filtering.add}</span>
            </Button>
          )}
        >
          {/* The list is cut in the middle of an entry, which shows that there are more. */}
          <div className="max-h-75 max-w-80 overflow-y-auto">
            {offered.map(({ name, label, isData = false }) => (
              <MenuItem key={name} onSelect={() => setOpen(name)}>
                {isData ? <DataLine>{label}</DataLine> : label}
              </MenuItem>
            ))}
          </div>
        </Menu>
      )}
      {isFiltered && onClear !== undefined && (
        <Button
          variant="quiet"
          onClick={() => {
            keepFocus();
            onClear();
          }}
        >
          {t.common.clearFilters}
        </Button>
      )}
      {props.note !== undefined && (
        <p role="status" className="text-sm text-muted">
          {props.note}
        </p>
      )}
      {props.children !== undefined && (
        <div className="ml-auto flex flex-wrap items-center gap-2 empty:hidden">{props.children}</div>
      )}
      <Suspense>
        {opened?.renderForm?.({
          label: opened.label,
          isData: opened.isData ?? false,
          onClose: () => setOpen(undefined),
        })}
      </Suspense>
    </section>
  );
};
