import { PetStatus } from "@petstore/contract/schemas";
import { ChevronDown, PencilLine, Printer, Tag, Trash2, X } from "lucide-react";
import { Badge, statusTones } from "../../../components/badge";
import { Button, IconButton } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { MenuItem, MenuSeparator } from "../../../components/menu-parts";
import { formatNumber } from "../../../lib/text/format";
import { t } from "../../../texts";
import type { Bulk } from "./use-bulk";
import type { PrintCards } from "./use-print-cards";

type SelectionBarProps = {
  readonly count: number;
  /** The number of selected animals that are not on the page. */
  readonly elsewhere: number;
  /** The number of animals that match, if more match than are selected. */
  readonly selectable: number | undefined;
  readonly isWide: boolean;
  readonly bulk: Bulk;
  readonly cards: PrintCards;
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

const WideActions = ({ bulk, cards }: Pick<SelectionBarProps, "bulk" | "cards">) => (
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
    <IconButton variant="secondary" label={t.print.cards.open} isBusy={cards.isBusy} onClick={cards.run}>
      <Printer aria-hidden size={16} />
    </IconButton>
    <Button
      icon={<Trash2 aria-hidden size={16} className="text-danger" />}
      onClick={() => bulk.open({ kind: "delete" })}
    >
      {t.common.delete}
    </Button>
  </>
);

type NarrowProps = Pick<SelectionBarProps, "bulk" | "cards" | "selectable" | "onSelectAll">;

const NarrowActions = ({ bulk, cards, selectable, onSelectAll }: NarrowProps) => (
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
    <MenuItem icon={<Printer aria-hidden size={16} />} onSelect={cards.run}>
      {t.print.cards.open}
    </MenuItem>
    <MenuItem isDanger icon={<Trash2 aria-hidden size={16} />} onSelect={() => bulk.open({ kind: "delete" })}>
      {t.common.delete}
    </MenuItem>
  </Menu>
);

/** Shows what can be done with the selected animals. */
export const SelectionBar = ({
  count,
  elsewhere,
  selectable,
  isWide,
  bulk,
  cards,
  onSelectAll,
  onClear,
}: SelectionBarProps) => (
  <>
    <IconButton label={t.pets.select.clear} onClick={onClear}>
      <X aria-hidden size={18} />
    </IconButton>
    <span className="flex min-w-0 flex-wrap gap-x-2 text-sm leading-tight" aria-live="polite">
      <span className="font-medium whitespace-nowrap">{t.pets.select.selected(formatNumber(count))}</span>
      {elsewhere > 0 && <span className="text-muted">{t.common.notOnPage(formatNumber(elsewhere))}</span>}
    </span>
    {isWide && selectable !== undefined && (
      <Button variant="quiet" onClick={onSelectAll} className="text-accent!">
        {t.pets.select.all(formatNumber(selectable))}
      </Button>
    )}
    <span data-selection-bar className="ml-auto flex shrink-0 gap-2 whitespace-nowrap">
      {isWide ? (
        <WideActions bulk={bulk} cards={cards} />
      ) : (
        <NarrowActions bulk={bulk} cards={cards} selectable={selectable} onSelectAll={onSelectAll} />
      )}
    </span>
  </>
);
