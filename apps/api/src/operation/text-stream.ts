/** Resolves when the client accepts more; rejects if it has left or reads too slowly. */
export type WriteText = (text: string) => Promise<void>;

/** A body that is written piece by piece while the operation keeps its place in the lane. */
export class TextStream {
  /** An error before the first text is answered like that of any operation. A later one breaks the connection. */
  readonly run: (write: WriteText, signal: AbortSignal) => Promise<unknown>;

  /** The media type of a stream that lasts as long as its client stays, if it differs from the usual one. */
  readonly liveType: string | undefined;

  /** @param run - `signal` aborts when the client leaves. */
  constructor(run: TextStream["run"], liveType?: string) {
    this.run = run;
    this.liveType = liveType;
  }
}
