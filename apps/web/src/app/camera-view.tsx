import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readCode } from "../lib/search/barcodes";
import { finding } from "../texts/finding";

/** Shows the camera until it reads a code. */
const CameraView = ({ onCode }: { readonly onCode: (code: string) => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    const { current } = video;
    if (current === null) return undefined;
    const end = new AbortController();
    readCode(current, end.signal).then(
      (code) => code !== undefined && tell(code),
      () => end.signal.aborted || setHasFailed(true),
    );
    return () => end.abort();
  }, []);
  return (
    <div className="flex flex-col gap-2 border-b border-line p-3">
      <p role="status" className="text-sm text-muted">
        {hasFailed ? finding.noCamera : finding.scanHelp}
      </p>
      {!hasFailed && <video ref={video} muted playsInline className="h-56 w-full rounded-md bg-sunken" />}
    </div>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default CameraView;
