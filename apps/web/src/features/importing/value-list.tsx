import { type ReactNode, useState } from "react";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import { marked } from "../../components/field";
import { NativeSelect } from "../../components/native-select";
import { importing } from "../../texts/importing";
import { Disclosure } from "./disclosure";
import type { ValueCount } from "./read-file";

const texts = importing.values;

/** The number of values that show at first. */
const SHOWN = 30;

export type Option = { readonly value: string; readonly label: string; readonly isData?: boolean };

/** @property chosen - The option that applies. @property isUnknown - Whether a person has to choose one. */
export type ValueRow = ValueCount & {
  readonly chosen: string;
  readonly isUnknown: boolean;
  readonly options: readonly Option[];
  /** Further controls for the value. */
  readonly details?: ReactNode;
};

type ValueListProps = {
  readonly column: string;
  readonly rows: readonly ValueRow[];
  /** Whether the file has more values than those in the list. */
  readonly hasMore?: boolean;
  readonly isLocked: boolean;
  readonly onChoose: (value: string, option: string) => void;
  /** The text above the values. */
  readonly children?: ReactNode;
};

type RowProps = Pick<ValueListProps, "isLocked" | "onChoose"> & { readonly row: ValueRow };

const Row = ({ row: { value, count, chosen, isUnknown, options, details }, isLocked, onChoose }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 text-sm last:border-b-0">
    <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
      {value === "" ? <span className="text-muted">{texts.empty}</span> : <Data className="font-medium">{value}</Data>}
      <span className="ml-2 text-muted">{texts.rows(count)}</span>
    </span>
    <NativeSelect
      aria-label={texts.label(value === "" ? texts.empty : value)}
      className="w-full shrink-0 sm:w-80"
      options={options}
      value={chosen}
      disabled={isLocked}
      {...marked(isUnknown)}
      onValueChange={(option) => onChoose(value, option)}
    />
    {details}
  </li>
);

/** Asks what each value of a column means. The list is open from the start if the meaning of a value is not known. */
export const ValueList = ({ column, rows, hasMore = false, isLocked, onChoose, children }: ValueListProps) => {
  const unknown = rows.filter(({ isUnknown }) => isUnknown).length;
  const [isOpen, setIsOpen] = useState<boolean>();
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, SHOWN);
  const choose = (value: string, option: string) => {
    // The list must not close when the last unknown value has its meaning.
    setIsOpen(true);
    onChoose(value, option);
  };
  return (
    <Disclosure
      label={texts.summary(rows.length, unknown, hasMore)}
      about={column}
      isUrgent={unknown > 0}
      isOpen={isOpen ?? unknown > 0}
      onOpenChange={setIsOpen}
    >
      {children}
      <ul className="max-h-[28rem] overflow-y-auto rounded-lg border border-line px-3">
        {shown.map((row) => (
          <Row key={row.value} row={row} isLocked={isLocked} onChoose={choose} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <div>
          <Button onClick={() => setIsAll(true)}>{texts.more(rows.length - shown.length)}</Button>
        </div>
      )}
      {hasMore && <p className="text-sm text-muted">{texts.hasMore}</p>}
    </Disclosure>
  );
};
