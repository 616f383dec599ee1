import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { createCursors } from "../../src/operation/listing/cursors.js";
import type { Handlers } from "../../src/compose.js";
import { addOrder, addPets } from "./builders.js";
import { createTestApi, type TestApi } from "./test-api.js";

export const keyNames = ["read", "write", "admin"] as const;
export type KeyName = (typeof keyNames)[number];

/** One of two services. They differ only in the fast path. */
export type Side = {
  readonly api: TestApi;
  readonly keys: Readonly<Record<KeyName, string>>;
  readonly expressCalls: () => number;
  /** Sends bytes on a new connection. @returns All bytes until the service closes the connection. */
  send(bytes: Buffer): Promise<string>;
};

const noKeyUses = { record: () => {}, countDeprecated: () => {}, flush: async () => {}, close: async () => {} };

/** Makes times, and the last characters of keys, the same on both sides. */
const pinned = `
  CREATE FUNCTION pin_columns() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW := jsonb_populate_record(NEW, (
        SELECT coalesce(jsonb_object_agg(name, '2026-11-21T12:00:00Z'), '{}') FROM jsonb_object_keys(to_jsonb(NEW)) AS name
        WHERE name IN ('created_at', 'updated_at', 'revoked_at', 'at') AND to_jsonb(NEW) -> name <> 'null'));
      IF TG_TABLE_NAME = 'api_key' THEN NEW.last_four := 'last'; END IF;
      IF TG_TABLE_NAME LIKE 'audit_event%' THEN
        IF NEW.subject_kind = 'order' THEN
          NEW.before := NEW.before || '{"createdAt":"pinned","updatedAt":"pinned"}';
          NEW.after := NEW.after || '{"createdAt":"pinned","updatedAt":"pinned"}';
        END IF;
      END IF;
      RETURN NEW;
    END $$;
  DO $$
    DECLARE name text;
    BEGIN
      FOR name IN SELECT table_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = 'updated_at' AND table_name NOT IN ('account', 'credential', 'session')
      LOOP
        EXECUTE format('CREATE TRIGGER pin BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION pin_columns()', name);
      END LOOP;
    END $$;
  CREATE TRIGGER pin BEFORE INSERT OR UPDATE ON api_key FOR EACH ROW EXECUTE FUNCTION pin_columns();
  CREATE TRIGGER pin BEFORE INSERT ON action FOR EACH ROW EXECUTE FUNCTION pin_columns();
  CREATE TRIGGER pin BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION pin_columns();
  UPDATE account SET email = 'account-' || id || '@petstore.test';
  UPDATE api_key SET name = name`;

const sendTo =
  (origin: string): Side["send"] =>
  (bytes) =>
    new Promise((resolve, reject) => {
      const received: Buffer[] = [];
      const overdue = () =>
        socket.destroy(new Error(`no end of the answer to ${JSON.stringify(bytes.toString("latin1"))}`));
      const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(bytes));
      socket.setTimeout(60_000, overdue);
      socket.on("data", (data: Buffer) => received.push(data));
      socket.on("error", reject);
      // The encoding latin1 keeps each byte unchanged.
      socket.on("close", () => resolve(Buffer.concat(received).toString("latin1")));
    });

const statuses = ["available", "pending", "sold"] as const;
const names = ["Frank", "Jürgen 🐕", "anna", "Bo", "Ärger", "zoë"];

const openSide = async (isFast: boolean, env: Record<string, string>): Promise<Side> => {
  let calls = 0;
  const adapt = ({ fastPath, express }: Handlers): Handlers => ({
    fastPath: isFast ? fastPath : new Map(),
    express: (request: IncomingMessage, response: ServerResponse) => {
      calls += 1;
      express(request, response);
    },
  });
  const api = await createTestApi(
    { RATE_LIMIT: "1000000", ...env },
    {
      clock: () => new Date("2026-11-21T12:00:00Z"),
      cursors: createCursors(Buffer.alloc(32, 7)),
      keyUsage: noKeyUses,
    },
    adapt,
  );
  const keys = { read: await api.makeKey("read"), write: api.key, admin: await api.makeKey("admin") };
  for (let others = 0; others < 5; others += 1) await api.makeKey("read");
  await api.database.pool.query(pinned);
  const petIds = await addPets(
    api,
    ...Array.from({ length: 30 }, (_, at) => ({
      name: names[at % names.length] ?? "",
      categoryId: 1 + (at % 3),
      status: statuses[at % 3] ?? "sold",
    })),
  );
  for (const petId of petIds.filter((_, at) => statuses[at % 3] === "pending")) await addOrder(api, petId);
  await api.heard();
  return { api, keys, expressCalls: () => calls, send: sendTo(api.origin) };
};

/**
 * Opens two services on databases with equal rows: one with the fast path, and one in which Express answers all
 * requests.
 */
export const openFastPathPair = async (env: Record<string, string>) => {
  const [fast, plain] = await Promise.all([openSide(true, env), openSide(false, env)]);
  return { fast, plain, close: () => Promise.all([fast.api.close(), plain.api.close()]) };
};
