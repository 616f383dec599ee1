import { FileUp } from "lucide-react";
import { useState, type DragEvent } from "react";
import { classNames } from "../../components/class-names";
import { FileButton } from "../../components/file-button";
import { useNoDropElsewhere } from "../../lib/page/use-no-drop-elsewhere";
import { importing } from "../../texts/importing";

const texts = importing;

const ACCEPTED =
  ".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

type FileDropProps = { readonly onChoose: (file: File) => void };

/** Accepts a file that is dropped here, or chosen in the browser's own dialog. */
export const FileDrop = ({ onChoose }: FileDropProps) => {
  const [isOver, setIsOver] = useState(false);
  useNoDropElsewhere();
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    setIsOver(is);
  };
  return (
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onChoose(file);
      }}
      className={classNames(
        "flex flex-col items-center gap-3 rounded-xl border-2 border-dashed px-4 py-14 text-center",
        isOver ? "border-accent bg-accent-soft text-on-accent-soft" : "border-control-line bg-surface",
      )}
    >
      <FileUp aria-hidden size={32} className="text-muted" />
      <p className="font-medium">{texts.drop}</p>
      <FileButton
        variant="primary"
        accept={ACCEPTED}
        onChoose={([file]) => {
          if (file !== undefined) onChoose(file);
        }}
      >
        {texts.choose}
      </FileButton>
      <p className={classNames("max-w-prose text-sm", !isOver && "text-muted")}>{texts.limits}</p>
    </div>
  );
};
