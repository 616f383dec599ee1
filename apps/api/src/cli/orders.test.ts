import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
});
beforeEach(() => database.pool.query("TRUNCATE store_order RESTART IDENTITY"));
afterAll(() => database.drop());

const list = (...args: string[]) => run(["orders", "list", ...args]);
const addOrders = () =>
  database.pool.query(`INSERT INTO store_order (pet_id, status, reference, created_at, updated_at, price_amount, price_currency, paid_at, paid_by) VALUES
    (1234, 'delivered', 'PO-2026-0042', '2026-01-02T03:04:05Z', '2026-01-03T23:59:59.999Z',
      249.5, 'EUR', '2026-01-03T12:00:00Z', 'card'),
    (7, 'cancelled', NULL, '2026-01-02T03:04:05+02:00', '2026-01-02T03:04:05+02:00', NULL, NULL, NULL, NULL),
    (8, 'cancelled', 'Frau Übel 🐕', '2026-11-21T05:00:00Z', '2026-11-21T05:10:00Z', 1000, 'JPY', NULL, NULL)`);

describe("petstore orders list", () => {
  it("lists the newest orders first in aligned columns, with times in UTC", async () => {
    await addOrders();
    expect(await list()).toEqual({
      code: 0,
      stdout:
        "ID  PET   STATUS     PLACED            CHANGED           PRICE      PAID              REFERENCE\n" +
        "3   8     cancelled  2026-11-21 05:00  2026-11-21 05:10  1000 JPY                     Frau Übel 🐕\n" +
        "2   7     cancelled  2026-01-02 01:04  2026-01-02 01:04\n" +
        "1   1234  delivered  2026-01-02 03:04  2026-01-03 23:59  249.5 EUR  2026-01-03 12:00  PO-2026-0042\n",
      stderr: "",
    });
  });

  it("filters by status", async () => {
    await addOrders();
    const { stdout } = await list("--status", "delivered");
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(stdout).toContain("PO-2026-0042");
    expect((await list("--status", "approved")).stdout).toBe("There are no approved orders.\n");
  });

  it("prints an array of orders as in the API with --json", async () => {
    await addOrders();
    expect(JSON.parse((await list("--json", "--limit", "2")).stdout)).toEqual([
      {
        ...{ id: 3, petId: 8, status: "cancelled", reference: "Frau Übel 🐕" },
        ...{ customerId: null, price: { amount: 1000, currency: "JPY" }, payment: null, note: null },
        ...{ createdAt: "2026-11-21T05:00:00.000Z", updatedAt: "2026-11-21T05:10:00.000Z" },
      },
      {
        ...{ id: 2, petId: 7, status: "cancelled", reference: null, customerId: null, note: null },
        ...{ price: null, payment: null, createdAt: "2026-01-02T01:04:05.000Z", updatedAt: "2026-01-02T01:04:05.000Z" },
      },
    ]);
  });

  it("lists at most 50 by default and reports on stderr that there are more", async () => {
    await database.pool.query(
      "INSERT INTO store_order (pet_id, status) SELECT id, 'cancelled' FROM generate_series(1, 51) AS id",
    );
    const { code, stdout, stderr } = await list();
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => Number.parseInt(line, 10)),
    ).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
    expect(stderr).toBe("These are the newest 50 orders; for more, use --limit with up to 10,000.\n");
    expect(code).toBe(0);
    expect((await list("--limit", "1")).stderr).toMatch(/^This is the newest order; for more/);
    expect(await list("--limit", "51", "--json")).toMatchObject({ code: 0, stderr: "" });
  });

  it("says that there are no orders", async () => {
    expect((await list()).stdout).toBe("There are no orders.\n");
    expect((await list("--json")).stdout).toBe("[]\n");
  });

  it.each([
    [["--status", "open"], "Allowed choices are placed, approved, delivered, cancelled"],
    [["--limit", "0"], "It must be an integer from 1 to 10,000."],
    [["--limit", "10001"], "It must be an integer from 1 to 10,000."],
    [["--limit", "1e3"], "It must be an integer from 1 to 10,000."],
    [["5"], "too many arguments"],
  ])("refuses %j with exit code 2", async (args, message) => {
    const { code, stdout, stderr } = await list(...args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it("gives examples in its help", async () => {
    expect((await list("--help")).stdout).toContain("petstore orders list --status placed");
  });
});
