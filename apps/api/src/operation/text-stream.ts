/** Resolves when the client accepts more; rejects if it has left or reads too slowly. */
export type WriteText = (text: string) => Promise<void>;

/** A body that is written piece by piece while the operation holds its place in the lane. */
export class TextStream {
  /** An error before the first text is answered like that of any operation; a later one breaks the connection. */
  readonly run: (write: WriteText, signal: AbortSignal) => Promise<unknown>;

  /** One that goes on for as long as the client stays has a media type beside the usual one. */
  readonly liveType: string | undefined;

  /** @param run - `signal` aborts when the client leaves. */
  constructor(run: TextStream["run"], liveType?: string) {
    this.run = run;
    this.liveType = liveType;
  }
}
