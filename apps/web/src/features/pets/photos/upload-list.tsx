import { RotateCcw, X } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "../../../components/button";
import { DataLine } from "../../../components/data";
import { FailureText } from "../../../components/states";
import { isTemporary } from "../../../lib/service/api-error";
import { useStore } from "../../../lib/page/store";
import { t } from "../../../texts";
import { FilePreview } from "./file-preview";
import {
  dropUpload,
  refusalOf,
  retryLost,
  retryUpload,
  type Upload,
  type UploadPet,
  uploads,
  uploadsOf,
} from "./uploads";

const texts = t.photos;

const progressOf = ({ petId, phase, share }: Upload): string => {
  if (phase === "again") return texts.again;
  if (phase === "waiting") return typeof petId === "number" ? texts.waiting : texts.waitingForSave;
  return share < 1 ? texts.sending(Math.floor(share * 100)) : texts.reading;
};

const Phase = ({ upload }: { readonly upload: Upload }) => {
  const { phase, error } = upload;
  if (phase !== "failed") return <span>{progressOf(upload)}</span>;
  const own = refusalOf(upload);
  if (own !== undefined) return <span>{own}</span>;
  return <FailureText error={error} />;
};

const UploadItem = ({ upload }: { readonly upload: Upload }) => {
  const { file, phase, share, error } = upload;
  const isFailed = phase === "failed";
  return (
    <li
      className={
        isFailed
          ? "flex items-center gap-2 rounded-md bg-danger-soft px-3 py-1.5 text-sm text-on-danger-soft"
          : "flex items-center gap-2 rounded-md bg-sunken px-3 py-1.5 text-sm"
      }
    >
      {!isFailed && <FilePreview file={file} />}
      <div className="flex min-w-0 flex-1 flex-col" role={isFailed ? "alert" : undefined}>
        <DataLine className="font-medium">{file.name}</DataLine>
        <p className={isFailed ? "wrap-anywhere" : "text-muted tabular-nums"}>
          <Phase upload={upload} />
        </p>
        {phase === "sending" && (
          <progress
            aria-label={file.name}
            value={share < 1 ? share : undefined}
            max={1}
            className="mt-1 h-1.5 w-full"
          />
        )}
      </div>
      {isFailed && isTemporary(error) && (
        <IconButton label={texts.retry(file.name)} onClick={() => void retryUpload(upload)}>
          <RotateCcw aria-hidden size={16} />
        </IconButton>
      )}
      <IconButton
        label={isFailed ? texts.dismiss(file.name) : texts.cancel(file.name)}
        onClick={({ currentTarget }) => {
          // The button disappears with its line, so the section takes the focus.
          currentTarget.closest("section")?.focus();
          dropUpload(upload);
        }}
      >
        <X aria-hidden size={16} />
      </IconButton>
    </li>
  );
};

/** Lists the files that are being sent for an animal, and those that were refused. */
export const UploadList = ({ petId }: { readonly petId: UploadPet }) => {
  const own = uploadsOf(petId, useStore(uploads));
  useEffect(() => {
    if (typeof petId !== "number") return undefined;
    const again = () => retryLost(petId);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [petId]);
  if (own.length === 0) return null;
  return (
    <ul aria-label={texts.uploads} className="flex flex-col gap-1.5">
      {own.map((upload) => (
        <UploadItem key={upload.id} upload={upload} />
      ))}
    </ul>
  );
};
