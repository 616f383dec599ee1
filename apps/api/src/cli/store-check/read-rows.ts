/**
 * Reads the rows of a statement a batch at a time, in memory for one batch.
 * @param read - Runs SQL in a transaction. @param name - The cursor's.
 */
export const readRows = async <Row>(
  read: (sql: string) => Promise<readonly Row[]>,
  { name, select, batchSize }: { readonly name: string; readonly select: string; readonly batchSize: number },
  onBatch: (rows: readonly Row[]) => void,
): Promise<void> => {
  await read(`DECLARE ${name} NO SCROLL CURSOR FOR ${select}`);
  for (;;) {
    const rows = await read(`FETCH ${batchSize} FROM ${name}`);
    onBatch(rows);
    if (rows.length < batchSize) break;
  }
  await read(`CLOSE ${name}`);
};
