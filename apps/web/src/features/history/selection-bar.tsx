import { Undo2 } from "lucide-react";
import { Button } from "../../components/button";
import { Checkbox } from "../../components/checkbox";
import { formatNumber } from "../../lib/text/format";
import { t } from "../../texts";

type SelectionBarProps = {
  /** The number of rows on this page that can be selected. */
  readonly selectable: number;
  readonly selectedHere: number;
  readonly selected: number;
  readonly shown: number;
  readonly isBusy: boolean;
  readonly onSelectAll: (isSelected: boolean) => void;
  readonly onClear: () => void;
  readonly onUndo: () => void;
};

/** The bar is always above the list, so that nothing moves when the first row is selected. */
export const SelectionBar = (props: SelectionBarProps) => {
  const { selectable, selectedHere, selected, shown, isBusy, onSelectAll, onClear, onUndo } = props;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 px-3">
      <Checkbox
        label={t.history.selectAll}
        checked={selectable > 0 && selectedHere === selectable}
        isMixed={selectedHere > 0 && selectedHere < selectable}
        disabled={selectable === 0}
        onCheckedChange={onSelectAll}
      />
      <p aria-live="polite" className="text-sm text-muted">
        {selected === 0 ? t.history.count(shown) : t.history.selected(selected)}
        {selected > selectedHere && <> · {t.common.notOnPage(formatNumber(selected - selectedHere))}</>}
      </p>
      {selected > 0 && (
        <>
          <Button variant="primary" isBusy={isBusy} icon={<Undo2 aria-hidden size={16} />} onClick={onUndo}>
            {t.history.undoSelected(selected)}
          </Button>
          <Button variant="quiet" onClick={onClear}>
            {t.history.clearSelection}
          </Button>
        </>
      )}
    </div>
  );
};
