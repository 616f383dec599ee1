/** The part of the Barcode Detection API that the admin uses. TypeScript does not know it, because few browsers have it. */
type Detector = {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
};

declare global {
  var BarcodeDetector: (new () => Detector) | undefined;
}

/** Whether this browser can read codes with its camera. A page without HTTPS has no camera. */
export const canScan = (): boolean =>
  globalThis.BarcodeDetector !== undefined && globalThis.navigator?.mediaDevices !== undefined;

const PAUSE_MS = 100;

/**
 * Shows the camera in a video until it sees a code.
 * @param signal - Ends it, and switches the camera off.
 * @returns the text of the code; undefined if it was ended before
 * @throws if the person or the browser does not allow the camera
 */
export const readCode = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> => {
  if (globalThis.BarcodeDetector === undefined) throw new Error("This browser reads no codes.");
  const detector = new globalThis.BarcodeDetector();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      // The loop looks at one picture after the other.
      // oxlint-disable-next-line no-await-in-loop
      const [code] = await detector.detect(video);
      if (code !== undefined && !signal.aborted) return code.rawValue;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
};
