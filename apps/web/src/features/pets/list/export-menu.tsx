import { Download, Square } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { MenuItem } from "../../../components/menu-parts";
import { download, saveFile } from "../../../lib/service/download";
import { formatNumber } from "../../../lib/text/format";
import { notify, notifyFailure } from "../../../lib/page/notices";
import { t } from "../../../texts";
import type { PetOrder } from "../search";
import { exportAddress, exportFileName } from "./export-file";

/** Exports all pages of the list as a file. */
export const ExportMenu = ({ order }: { readonly order: PetOrder }) => {
  const [lines, setLines] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const place = useRef<HTMLSpanElement>(null);
  const isRunning = lines !== undefined;
  useEffect(() => () => running.current?.abort(), []);
  // One button replaces the other, so it also takes its focus.
  useLayoutEffect(() => {
    if ((isRunning || running.current !== undefined) && document.activeElement === document.body) {
      place.current?.querySelector("button")?.focus();
    }
  }, [isRunning]);

  const run = async (isForSpreadsheet: boolean): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setLines(0);
    let rows = 0;
    const onProgress = (arrived: number) => {
      // The first line holds the names of the columns.
      rows = Math.max(0, arrived - 1);
      setLines(rows);
    };
    try {
      const file = await download(exportAddress(order, isForSpreadsheet), "text/csv", {
        signal: controller.signal,
        onProgress,
      });
      saveFile(file, exportFileName());
      notify({ title: t.pets.export.done(rows) });
    } catch (error) {
      if (!controller.signal.aborted) notifyFailure(error, () => void run(isForSpreadsheet));
    } finally {
      setLines(undefined);
    }
  };
  return (
    <span ref={place}>
      {isRunning ? (
        <Button
          aria-label={t.pets.export.stop}
          title={t.pets.export.stop}
          icon={<Square aria-hidden size={14} />}
          onClick={() => running.current?.abort()}
        >
          <span className="tabular-nums">{t.pets.export.progress(formatNumber(lines))}</span>
        </Button>
      ) : (
        <Menu
          renderTrigger={(props) => (
            <Button {...props} aria-label={t.pets.export.button} icon={<Download aria-hidden size={16} />}>
              <span className="max-sm:hidden">{t.pets.export.button}</span>
            </Button>
          )}
        >
          {([true, false] as const).map((isForSpreadsheet) => (
            <MenuItem key={String(isForSpreadsheet)} onSelect={() => void run(isForSpreadsheet)}>
              <span className="flex flex-col">
                {isForSpreadsheet ? t.pets.export.spreadsheet : t.pets.export.backup}
                <span className="text-muted">
                  {isForSpreadsheet ? t.pets.export.spreadsheetHelp : t.pets.export.backupHelp}
                </span>
              </span>
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  );
};
