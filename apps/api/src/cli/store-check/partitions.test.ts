import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSoundRows, connectAsSuperuser, problemsSeenBy, undone } from "../../../test/support/store-checks.js";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";

const select = `SELECT inhrelid::regclass::text AS name, indexrelid::regclass::text AS index FROM pg_inherits
  JOIN pg_index ON indrelid = inhrelid WHERE inhparent = 'audit_event'::regclass ORDER BY 1, 2 LIMIT 1`;

const findPartition = async (client: Client): Promise<{ readonly name: string; readonly index: string }> =>
  (await client.query(select)).rows[0];

describe("checkStore of a partition of the audit trail", () => {
  let database: TestDatabase;
  let client: Client;
  let partition: Awaited<ReturnType<typeof findPartition>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    await addSoundRows(database);
    client = await connectAsSuperuser(database.connection);
    partition = await findPartition(client);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const placesAfter = (damage: string) =>
    undone(client, async () => {
      await client.query(damage);
      return (await problemsSeenBy(client)).map(({ place, rule }) => `${place} ${rule}`);
    });

  it("finds nothing wrong with a sound partition", async () => {
    expect(await placesAfter("")).toEqual([]);
  });

  it("names only the trigger if it is missing", async () => {
    const problems = await placesAfter(`DROP TRIGGER audit_event_is_only_added_to ON ${partition.name}`);
    expect(problems).toEqual([`${partition.name}.audit_event_is_only_added_to the trigger is missing`]);
  });

  it("names only the trigger if it is disabled", async () => {
    const problems = await placesAfter(`ALTER TABLE ${partition.name} DISABLE TRIGGER audit_event_is_only_added_to`);
    expect(problems).toEqual([`${partition.name}.audit_event_is_only_added_to the trigger is disabled`]);
  });

  it("names only the index if it is invalid", async () => {
    const { name, index } = partition;
    const problems = await placesAfter(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${index}'::regclass`,
    );
    expect(problems).toEqual([expect.stringMatching(`^${name}.${index} the index is invalid`)]);
  });

  it("names only the constraint if it is not validated", async () => {
    const problems = await placesAfter(`ALTER TABLE ${partition.name} ADD CONSTRAINT later CHECK (id > 1) NOT VALID`);
    expect(problems).toEqual([expect.stringMatching(`^${partition.name}.later the constraint is not validated`)]);
  });

  it("names an event of the partition that the contract does not allow", async () => {
    const problems = await placesAfter(`INSERT INTO audit_event_oldest
        (at, actor_kind, actor_name, action, subject_kind, subject_id)
      SELECT at, 'system', 'test', 'pet.paint', 'pet', 1 FROM audit_event LIMIT 1`);
    expect(problems).toEqual([expect.stringMatching(/^audit_event: action does not match the schema AuditEvent/)]);
  });
});
