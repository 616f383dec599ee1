// Hono on Node with Drizzle over pg, as it is commonly used: zod validators, the query builder, and a pool with its
// defaults.
import { serve } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { and, asc, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { bigint, bigserial, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { z } from "zod";

const statuses = ["available", "pending", "sold"];
const petStatus = pgEnum("pet_status", statuses);
const pet = pgTable("pet", {
  id: bigserial({ mode: "number" }).primaryKey(),
  name: text().notNull(),
  categoryId: bigint("category_id", { mode: "number" }).notNull(),
  status: petStatus().notNull().default("available"),
});
const db = drizzle(process.env.DATABASE_URL);

const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: z.enum(statuses).optional(),
  cursor: z.coerce.number().int().optional(),
});
const PetPath = z.object({ petId: z.coerce.number().int().min(1) });
const NewPet = z.strictObject({
  name: z.string().trim().min(1).max(200),
  categoryId: z.int().min(1),
  status: z.enum(statuses).optional(),
});

const app = new Hono();
app.use(bearerAuth({ token: process.env.KEY }));

app.get("/v1/pets", zValidator("query", ListQuery), async (c) => {
  const { limit, status, cursor } = c.req.valid("query");
  const isWanted = and(
    status === undefined ? undefined : eq(pet.status, status),
    cursor === undefined ? undefined : gt(pet.id, cursor),
  );
  return c.json(await db.select().from(pet).where(isWanted).orderBy(asc(pet.id)).limit(limit));
});

app.get("/v1/pets/:petId", zValidator("param", PetPath), async (c) => {
  const [found] = await db
    .select()
    .from(pet)
    .where(eq(pet.id, c.req.valid("param").petId));
  return found === undefined ? c.json({ message: "not found" }, 404) : c.json(found);
});

app.post("/v1/pets", zValidator("json", NewPet), async (c) => {
  const [made] = await db.insert(pet).values(c.req.valid("json")).returning();
  return c.json(made, 201);
});

const serverOptions = { keepAliveTimeout: 65_000 };
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", serverOptions }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
);
