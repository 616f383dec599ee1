import { FileUp } from "lucide-react";
import { useEffect, useState, type DragEvent } from "react";
import { buttonClass } from "../../components/button";
import { classNames } from "../../components/class-names";
import { t } from "../../texts";

const texts = t.importing;

const ignore = (event: Event) => event.preventDefault();

/** Ignores a file dropped beside the box, for which the browser would leave the page. */
const useNoDropElsewhere = () =>
  useEffect(() => {
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);

type FileDropProps = { readonly onChoose: (file: File) => void };

/** Takes a file by drop, or by the browser's own dialog. */
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
      <label
        className={classNames(
          buttonClass("primary"),
          "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        )}
      >
        {texts.choose}
        <input
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again after it was corrected.
            event.target.value = "";
            if (file !== undefined) onChoose(file);
          }}
        />
      </label>
      <p className={classNames("max-w-prose text-sm", !isOver && "text-muted")}>{texts.limits}</p>
    </div>
  );
};
