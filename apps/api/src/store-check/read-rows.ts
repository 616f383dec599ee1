import type { Query } from "../database/query.js";

/** Reads the rows of a statement a batch at a time, in memory for one batch. The name is the cursor's. */
export const readRows = async <Row>(
  query: Query,
  name: string,
  select: string,
  batchSize: number,
  onBatch: (rows: readonly Row[]) => void,
): Promise<void> => {
  await query(`DECLARE ${name} NO SCROLL CURSOR FOR ${select}`, []);
  for (;;) {
    const rows = await query<Row>(`FETCH ${batchSize} FROM ${name}`, []);
    onBatch(rows);
    if (rows.length < batchSize) break;
  }
  await query(`CLOSE ${name}`, []);
};
