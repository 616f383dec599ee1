import { type DragEvent, useEffect, useState } from "react";
import { useNoDropElsewhere } from "../../../lib/page/use-no-drop-elsewhere";

/**
 * Accepts files that are dropped on a box, or pasted anywhere.
 * @returns whether a file is held over the box, and the props of the box
 */
export const useAddedFiles = (onFiles: (files: readonly File[]) => void) => {
  const [isOver, setIsOver] = useState(false);
  useNoDropElsewhere();
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [onFiles]);
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    setIsOver(is && event.dataTransfer.types.includes("Files"));
  };
  const box = {
    onDragOver: (event: DragEvent) => over(event, true),
    onDragLeave: (event: DragEvent) => over(event, false),
    onDrop: (event: DragEvent) => {
      over(event, false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) onFiles(files);
    },
  };
  return { isOver, box };
};
