import { PetStatus } from "@petstore/contract/schemas";
import { ChevronDown, PencilLine, Tag, Trash2, X } from "lucide-react";
import { Badge, statusTones } from "../../../components/badge";
import { Button, IconButton } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { MenuItem, MenuSeparator } from "../../../components/menu-parts";
import { formatNumber } from "../../../lib/format";
import { t } from "../../../texts";
import type { Bulk } from "./use-bulk";

type SelectionBarProps = {
  readonly count: number;
  /** How many match, if more than are selected. */
  readonly selectable: number | undefined;
  readonly isWide: boolean;
  readonly bulk: Bulk;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
};

const StatusItems = ({ bulk }: { readonly bulk: Bulk }) =>
  PetStatus.options.map((status) => (
    <MenuItem key={status} onSelect={() => bulk.open({ kind: "status", status })}>
      <span className="sr-only">{t.pets.select.mark(t.common.status[status])}</span>
      <span aria-hidden>
        <Badge tone={statusTones[status]}>{t.common.status[status]}</Badge>
      </span>
    </MenuItem>
  ));

const WideActions = ({ bulk }: { readonly bulk: Bulk }) => (
  <>
    <Menu
      renderTrigger={(props) => (
        <Button {...props}>
          {t.pets.select.status}
          <ChevronDown aria-hidden size={14} className="text-muted" />
        </Button>
      )}
    >
      <StatusItems bulk={bulk} />
    </Menu>
    <Button icon={<Tag aria-hidden size={16} />} onClick={() => bulk.open("category")}>
      {t.pets.select.category}
    </Button>
    <Button icon={<PencilLine aria-hidden size={16} />} onClick={() => bulk.open("field")}>
      {t.pets.select.field}
    </Button>
    <Button
      icon={<Trash2 aria-hidden size={16} className="text-danger" />}
      onClick={() => bulk.open({ kind: "delete" })}
    >
      {t.pets.select.delete}
    </Button>
  </>
);

type NarrowProps = Pick<SelectionBarProps, "bulk" | "selectable" | "onSelectAll">;

const NarrowActions = ({ bulk, selectable, onSelectAll }: NarrowProps) => (
  <Menu
    renderTrigger={(props) => (
      <Button {...props}>
        {t.pets.select.actions}
        <ChevronDown aria-hidden size={14} className="text-muted" />
      </Button>
    )}
  >
    {selectable !== undefined && (
      <>
        <MenuItem onSelect={onSelectAll}>{t.pets.select.all(formatNumber(selectable))}</MenuItem>
        <MenuSeparator />
      </>
    )}
    <StatusItems bulk={bulk} />
    <MenuSeparator />
    <MenuItem icon={<Tag aria-hidden size={16} />} onSelect={() => bulk.open("category")}>
      {t.pets.select.category}
    </MenuItem>
    <MenuItem icon={<PencilLine aria-hidden size={16} />} onSelect={() => bulk.open("field")}>
      {t.pets.select.field}
    </MenuItem>
    <MenuItem isDanger icon={<Trash2 aria-hidden size={16} />} onSelect={() => bulk.open({ kind: "delete" })}>
      {t.pets.select.delete}
    </MenuItem>
  </Menu>
);

/** What can be done with the selected animals. */
export const SelectionBar = ({ count, selectable, isWide, bulk, onSelectAll, onClear }: SelectionBarProps) => (
  <>
    <IconButton label={t.pets.select.clear} onClick={onClear}>
      <X aria-hidden size={18} />
    </IconButton>
    <span className="text-sm font-medium whitespace-nowrap" aria-live="polite">
      {t.pets.select.selected(formatNumber(count))}
    </span>
    {isWide && selectable !== undefined && (
      <Button variant="quiet" onClick={onSelectAll} className="text-accent!">
        {t.pets.select.all(formatNumber(selectable))}
      </Button>
    )}
    <span data-selection-bar className="ml-auto flex gap-2">
      {isWide ? (
        <WideActions bulk={bulk} />
      ) : (
        <NarrowActions bulk={bulk} selectable={selectable} onSelectAll={onSelectAll} />
      )}
    </span>
  </>
);
