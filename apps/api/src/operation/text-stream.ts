/** Resolves when the client accepts more data. It rejects if the client has disconnected or reads too slowly. */
export type WriteText = (text: string) => Promise<void>;

/** A body that is written in pieces, while the operation keeps its slot in the lane. */
export class TextStream {
  /**
   * Writes the body. An error before the first text gets an ordinary error response. A later error breaks the
   * connection.
   */
  readonly run: (write: WriteText, signal: AbortSignal) => Promise<unknown>;

  /**
   * The media type of a stream that lasts as long as its client stays connected, if that type differs from the usual
   * one.
   */
  readonly liveType: string | undefined;

  /** @param run - Writes the body. Its `signal` aborts when the client disconnects. */
  constructor(run: TextStream["run"], liveType?: string) {
    this.run = run;
    this.liveType = liveType;
  }
}
