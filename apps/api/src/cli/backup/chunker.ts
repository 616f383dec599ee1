/** Collects bytes into pieces of one size, of which only the last may be smaller. It holds one piece. */
export const createChunker = (pieceBytes: number, use: (piece: Buffer) => Promise<void>) => {
  const piece = Buffer.alloc(pieceBytes);
  let length = 0;
  const flush = async () => {
    await use(piece.subarray(0, length));
    length = 0;
  };
  return {
    write: async (chunk: Uint8Array): Promise<void> => {
      for (let from = 0; from < chunk.length; ) {
        const taken = chunk.subarray(from, from + pieceBytes - length);
        piece.set(taken, length);
        length += taken.length;
        from += taken.length;
        if (length === pieceBytes) await flush();
      }
    },
    end: async (): Promise<void> => {
      if (length > 0) await flush();
    },
  };
};
