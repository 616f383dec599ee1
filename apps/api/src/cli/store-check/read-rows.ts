/**
 * Reads the rows of a statement in batches, with only one batch in memory.
 * @param read - Runs SQL in a transaction.
 * @param name - The name of the cursor.
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
