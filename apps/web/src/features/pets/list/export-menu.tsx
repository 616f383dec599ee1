import { Download, Square } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { MenuItem } from "../../../components/menu-parts";
import { createLineCounter, download, saveFile } from "../../../lib/service/download";
import { formatNumber } from "../../../lib/text/format";
import { notify, notifyFailure } from "../../../lib/page/notices";
import { t } from "../../../texts";
import type { PetOrder } from "../search";
import { exportAddress, exportFileName, type ExportKind, exportKinds, exportType } from "./export-file";

const MEGABYTE = 1_000_000;
const showMegabytes = (bytes: number): string => formatNumber(Math.round((bytes / MEGABYTE) * 10) / 10);
const rowsText = (rows: number): string => t.pets.export.progress(formatNumber(rows));

/** Exports all pages of the list as a file. */
export const ExportMenu = ({ order }: { readonly order: PetOrder }) => {
  const [progress, setProgress] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const place = useRef<HTMLSpanElement>(null);
  const isRunning = progress !== undefined;
  useEffect(() => () => running.current?.abort(), []);
  // One button replaces the other, so it also takes its focus.
  useLayoutEffect(() => {
    if ((isRunning || running.current !== undefined) && document.activeElement === document.body) {
      place.current?.querySelector("button")?.focus();
    }
  }, [isRunning]);

  const run = async (kind: ExportKind): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const countLines = createLineCounter();
    let [rows, bytes] = [0, 0];
    const onPiece = (piece: Uint8Array) => {
      bytes += piece.length;
      // The first line holds the names of the columns. The rows of a workbook are compressed, so its bytes are shown.
      if (kind !== "workbook") rows = Math.max(0, countLines(piece) - 1);
      setProgress(kind === "workbook" ? t.pets.export.received(showMegabytes(bytes)) : rowsText(rows));
    };
    setProgress(kind === "workbook" ? t.pets.export.received(showMegabytes(0)) : rowsText(0));
    try {
      const file = await download(exportAddress(order, kind), exportType(kind), { signal: controller.signal, onPiece });
      saveFile(file, exportFileName(kind));
      notify({ title: kind === "workbook" ? t.pets.export.saved : t.pets.export.done(rows) });
    } catch (error) {
      if (!controller.signal.aborted) notifyFailure(error, () => void run(kind));
    } finally {
      setProgress(undefined);
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
          <span className="tabular-nums">{progress}</span>
        </Button>
      ) : (
        <Menu
          renderTrigger={(props) => (
            <Button {...props} aria-label={t.pets.export.button} icon={<Download aria-hidden size={16} />}>
              <span className="max-sm:hidden">{t.pets.export.button}</span>
            </Button>
          )}
        >
          {exportKinds.map((kind) => (
            <MenuItem key={kind} onSelect={() => void run(kind)}>
              <span className="flex flex-col">
                {t.pets.export.kinds[kind]}
                <span className="text-muted">{t.pets.export.help[kind]}</span>
              </span>
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  );
};
