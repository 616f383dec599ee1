import type { Attribute } from "@petstore/contract/client";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../components/badge";
import { IconButton } from "../../components/button";
import { classNames } from "../../components/class-names";
import { DataLine } from "../../components/data";
import { typeOf } from "../../lib/pets/attribute-types";
import { useCategoryNames } from "../../lib/pets/categories";
import { useRowFocus } from "../../lib/page/row-focus";
import { useDragOrder } from "../../lib/page/use-drag-order";
import { t } from "../../texts";
import { useMoveAttribute } from "./use-attribute-writes";

const texts = t.attributes;
const MAX_NAMED = 3;

const kindOf = (one: Attribute): string => {
  const label = typeOf(one)?.label ?? texts.unknownType(one.type);
  return one.unit === null ? label : texts.withUnit(label, one.unit);
};

const Categories = ({ one: { categoryIds } }: { readonly one: Attribute }) => {
  const nameOf = useCategoryNames();
  if (categoryIds === null) return <span className="text-muted">{texts.allCategories}</span>;
  if (categoryIds.length === 0) return <span className="text-muted">{texts.noCategory}</span>;
  const names = categoryIds.slice(0, MAX_NAMED).map(nameOf);
  return <DataLine>{texts.categoriesOf(names, categoryIds.length - names.length)}</DataLine>;
};

const About = ({ one, onOpen }: { readonly one: Attribute; readonly onOpen: (id: number) => void }) => (
  <>
    <button
      type="button"
      data-row-main
      onClick={() => onOpen(one.id)}
      className="flex min-h-11 min-w-0 flex-1 basis-40 flex-col justify-center rounded text-left text-sm -outline-offset-2"
    >
      <DataLine className="max-w-full text-base font-medium name-link">{one.label}</DataLine>
      <DataLine className="max-w-full font-mono text-muted">{one.name}</DataLine>
    </button>
    <span className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="sm:min-w-32">{kindOf(one)}</span>
      <span className="flex min-w-0 flex-1">
        <Categories one={one} />
      </span>
      {!one.isPublic && <Badge tone="info">{texts.notPublic}</Badge>}
    </span>
  </>
);

type ListProps = { readonly fields: readonly Attribute[]; readonly onOpen: (id: number) => void };

const listClass = "rounded-xl border border-line bg-surface outline-none";
const rowClass = "flex min-h-12 items-center gap-2 border-b border-line px-2 py-1 last:border-b-0 sm:px-3";

/** The fields in their order. People change the order by dragging a row, or with its arrows. */
export const AttributeList = ({ fields, onOpen }: ListProps) => {
  const focusRef = useRowFocus({ next: texts.nextRow, previous: texts.previousRow });
  const move = useMoveAttribute();
  const [said, setSaid] = useState("");
  const moveTo = (from: number, to: number) => {
    move(fields, from, to);
    const one = fields[from];
    if (one !== undefined && to !== from) setSaid(texts.movedTo(one.label, to + 1, fields.length));
  };
  const { drag, handle } = useDragOrder(moveTo);
  const edgeOf = (at: number) => {
    if (drag === undefined || drag.to !== at || drag.to === drag.from) return undefined;
    return drag.to > drag.from ? "shadow-[inset_0_-3px_0] shadow-accent" : "shadow-[inset_0_3px_0] shadow-accent";
  };
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul ref={focusRef} tabIndex={-1} aria-label={texts.list} data-drag-list className={listClass}>
        {fields.map((one, at) => (
          <li
            key={one.id}
            data-row={one.id}
            className={classNames(rowClass, drag?.from === at && "opacity-50", edgeOf(at))}
          >
            <span
              title={texts.drag(one.label)}
              className="hidden cursor-grab touch-none p-2 text-muted select-none active:cursor-grabbing print:hidden! sm:block"
              {...handle(at)}
            >
              <GripVertical aria-hidden size={16} />
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 py-1">
              <About one={one} onOpen={onOpen} />
            </div>
            <span className="flex shrink-0">
              <IconButton
                label={texts.moveUp(one.label)}
                disabled={at === 0}
                focusableWhenDisabled
                onClick={() => moveTo(at, at - 1)}
              >
                <ArrowUp aria-hidden size={16} />
              </IconButton>
              <IconButton
                label={texts.moveDown(one.label)}
                disabled={at === fields.length - 1}
                focusableWhenDisabled
                onClick={() => moveTo(at, at + 1)}
              >
                <ArrowDown aria-hidden size={16} />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Lists the archived fields, which take no new values. */
export const ArchivedList = ({ fields, onOpen }: ListProps) => (
  <section className="flex flex-col gap-2">
    <h2 className="text-lg font-semibold">{texts.archivedList}</h2>
    <p className="text-sm text-muted">{texts.archivedDetail}</p>
    <ul className={listClass}>
      {fields.map((one) => (
        <li key={one.id} data-row={one.id} className={classNames(rowClass, "flex-wrap gap-x-4")}>
          <About one={one} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  </section>
);
