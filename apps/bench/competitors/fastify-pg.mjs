// Fastify with pg, written by hand as an experienced engineer would write it: prepared statements, compiled validation
// and serialisation.
import Fastify from "fastify";
import pg from "pg";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const columns = 'id, name, category_id AS "categoryId", status';

const status = { type: "string", enum: ["available", "pending", "sold"] };
const pet = {
  type: "object",
  properties: { id: { type: "integer" }, name: { type: "string" }, categoryId: { type: "integer" }, status },
};
const newPet = {
  type: "object",
  required: ["name", "categoryId"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1, maxLength: 200 },
    categoryId: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    status,
  },
};
const listQuery = {
  type: "object",
  additionalProperties: false,
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    status,
    cursor: { type: "integer", minimum: 0, default: 0 },
  },
};
const petId = { type: "object", properties: { petId: { type: "integer", minimum: 1 } } };

const app = Fastify({ keepAliveTimeout: 65_000 });
const authorization = `Bearer ${process.env.KEY}`;
app.addHook("onRequest", (request, reply, done) => {
  if (request.headers.authorization === authorization) done();
  else reply.code(401).send({ message: "unauthorized" });
});

app.get(
  "/v1/pets",
  { schema: { querystring: listQuery, response: { 200: { type: "array", items: pet } } } },
  async ({ query: { limit, status: wanted, cursor } }) => {
    const { rows } = await pool.query(
      wanted === undefined
        ? {
            name: "list",
            text: `SELECT ${columns} FROM pet WHERE id > $1 ORDER BY id LIMIT $2`,
            values: [cursor, limit],
          }
        : {
            name: "list-by-status",
            text: `SELECT ${columns} FROM pet WHERE status = $3 AND id > $1 ORDER BY id LIMIT $2`,
            values: [cursor, limit, wanted],
          },
    );
    return rows;
  },
);

app.get("/v1/pets/:petId", { schema: { params: petId, response: { 200: pet } } }, async ({ params }, reply) => {
  const text = `SELECT ${columns} FROM pet WHERE id = $1`;
  const { rows } = await pool.query({ name: "get", text, values: [params.petId] });
  return rows[0] ?? reply.code(404).send({ message: "not found" });
});

app.post("/v1/pets", { schema: { body: newPet, response: { 201: pet } } }, async ({ body }, reply) => {
  const text = `INSERT INTO pet (name, category_id, status) VALUES ($1, $2, $3) RETURNING ${columns}`;
  const values = [body.name.trim(), body.categoryId, body.status ?? "available"];
  const { rows } = await pool.query({ name: "create", text, values });
  return reply.code(201).send(rows[0]);
});

console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
