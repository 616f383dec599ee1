import { useState } from "react";
import { Button } from "../../components/button";
import { SearchField } from "../../components/search-field";
import { Section } from "../../components/page";
import { fold } from "../../lib/text/fold";
import { importing } from "../../texts/importing";
import { type ColumnContext, ColumnRow } from "./column-row";
import { Disclosure } from "./disclosure";
import { Formats } from "./formats";
import { attributesAt } from "./mapping";
import { columnAt, LEFT_OUT, type Places } from "./places";
import type { FirstMapping } from "./remembered-mappings";

const texts = importing;

/** The number of left-out columns that are shown at first. */
const SHOWN = 50;
/** Up to this number of columns, the list has no search. */
const FEW = 12;
/** Up to this number of columns, the list is open from the start. */
const MAX_OPEN = 3;

const helpOf = ({ isRemembered, product }: Pick<FirstMapping, "isRemembered" | "product">) => {
  if (isRemembered) return texts.remembered;
  return product === undefined ? texts.columnsHelp : texts.recognised(product);
};

const isLeftOut = (places: Places, column: string) => (places.get(column)?.place ?? LEFT_OUT) === LEFT_OUT;

/** A list of columns that stays as it is while a person changes where they go, so that no row moves away from them. */
const useGroups = ({ file, places, attributes }: Pick<ColumnContext, "file" | "places" | "attributes">) => {
  const split = () => ({
    of: attributes,
    left: new Set(file.header.filter((column) => isLeftOut(places, column))),
  });
  const [groups, setGroups] = useState(split);
  const isStale = groups.of.length !== attributes.length;
  // The fields of the store arrive after the file, and new ones are defined later.
  if (isStale) setGroups(split());
  const current = isStale ? split() : groups;
  return {
    used: file.header.filter((column) => !current.left.has(column)),
    left: file.header.filter((column) => current.left.has(column)),
    regroup: () => setGroups(split()),
  };
};

const listClass = "rounded-lg border border-line empty:hidden";

type LeftOutProps = { readonly columns: readonly string[]; readonly context: ColumnContext };

/**
 * Shows the columns that were left out at first. It shows a part of them at a time, because a file may have a thousand
 * columns.
 */
const LeftOutColumns = ({ columns, context }: LeftOutProps) => {
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(SHOWN);
  const found = columns.filter((column) => fold(column).includes(fold(text.trim())));
  return (
    <>
      {columns.length > FEW && <SearchField label={texts.findColumn} value={text} onChange={setText} />}
      <ul className={listClass}>
        {found.slice(0, limit).map((column) => (
          <ColumnRow key={column} column={column} context={context} />
        ))}
      </ul>
      {found.length === 0 && <p className="text-sm text-muted">{texts.noColumnFound}</p>}
      {found.length > limit && (
        <div>
          <Button onClick={() => setLimit(limit + SHOWN)}>{texts.moreColumns(found.length - limit)}</Button>
        </div>
      )}
    </>
  );
};

type ColumnListProps = {
  readonly context: ColumnContext;
  readonly first: Pick<FirstMapping, "isRemembered" | "product">;
  /** The choices that are missing before the file can be checked. */
  readonly missing: readonly string[];
};

/** Lets a person choose where each column of the file goes. */
export const ColumnList = ({ context, first, missing }: ColumnListProps) => {
  const { mapping, places, attributes, isLocked, onChange } = context;
  const { used, left, regroup } = useGroups(context);
  const [isOpen, setIsOpen] = useState<boolean>();
  const lacks = ["name", "category"].some((place) => columnAt(places, place) === "");
  const count = left.filter((column) => isLeftOut(places, column)).length;
  return (
    <Section title={texts.columns}>
      <p className="text-sm text-muted">{helpOf(first)}</p>
      {missing.length > 0 && (
        <ul className="rounded-md bg-warning-soft px-3 py-2 text-sm text-on-warning-soft">
          {missing.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <ul className={listClass}>
        {used.map((column) => (
          <ColumnRow key={column} column={column} context={context} />
        ))}
      </ul>
      {left.length > 0 && (
        <Disclosure
          label={texts.leftOut(count)}
          isOpen={isOpen ?? (lacks || left.length <= MAX_OPEN)}
          onOpenChange={(next) => {
            setIsOpen(next);
            regroup();
          }}
        >
          <LeftOutColumns
            columns={left}
            context={{
              ...context,
              onChange: (next) => {
                // The list must stay open when the person chooses the last missing column in it.
                setIsOpen(true);
                onChange(next);
              },
            }}
          />
        </Disclosure>
      )}
      {columnAt(places, "status") === "" && <p className="text-sm text-muted">{texts.noStatus()}</p>}
      <Formats {...{ mapping, isLocked, onChange }} fields={attributesAt(places, attributes)} />
    </Section>
  );
};
