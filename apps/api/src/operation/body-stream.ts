/** Resolves when the client accepts more data. It rejects if the client has disconnected or reads too slowly. */
export type WriteBody = (content: string | Uint8Array) => Promise<void>;

/** How a stream differs from the usual response of its route. */
export type StreamKind = {
  /** The media type, if it is not the usual one. */
  readonly type?: string;
  /** True if the stream lasts for as long as its client stays connected. */
  readonly isLive?: boolean;
};

/** A body that is written in pieces, while the operation keeps its slot in the lane. */
export class BodyStream {
  /**
   * Writes the body. An error before the first piece gets an ordinary error response. A later error breaks the
   * connection.
   */
  readonly run: (write: WriteBody, signal: AbortSignal) => Promise<unknown>;

  readonly kind: StreamKind;

  /** @param run - Writes the body. Its `signal` aborts when the client disconnects. */
  constructor(run: BodyStream["run"], kind: StreamKind = {}) {
    this.run = run;
    this.kind = kind;
  }
}
