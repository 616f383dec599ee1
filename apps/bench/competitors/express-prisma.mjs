// Express with ts-rest and Prisma as their documentation shows: it uses the contract package, and Prisma's client with
// its defaults.
import { contract } from "@petstore/contract/routes";
import { PrismaPg } from "@prisma/adapter-pg";
import { initContract } from "@ts-rest/core";
import { createExpressEndpoints, initServer } from "@ts-rest/express";
import express from "express";
import { PrismaClient } from "./generated/client.js";

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) });
const { listPets, getPet, createPet } = contract.pets;
const routes = initContract().router({ listPets, getPet, createPet });

const toPet = ({ id, name, categoryId, status }) => ({ id: Number(id), name, categoryId: Number(categoryId), status });

const router = initServer().router(routes, {
  listPets: async ({ query: { limit, status, cursor } }) => {
    const pets = await prisma.pet.findMany({
      where: { status, id: cursor === undefined ? undefined : { gt: BigInt(cursor) } },
      orderBy: { id: "asc" },
      take: limit,
    });
    return { status: 200, body: pets.map(toPet) };
  },
  getPet: async ({ params }) => {
    const pet = await prisma.pet.findUnique({ where: { id: params.petId } });
    if (pet === null) return { status: 404, body: { code: "resource_not_found", message: "not found", status: 404 } };
    return { status: 200, body: toPet(pet) };
  },
  createPet: async ({ body }) => ({ status: 201, body: toPet(await prisma.pet.create({ data: body })) }),
});

const app = express();
app.use(express.json());
app.use((request, response, next) => {
  if (request.headers.authorization === `Bearer ${process.env.KEY}`) next();
  else response.status(401).json({ message: "unauthorized" });
});
const v1 = express.Router();
createExpressEndpoints(routes, router, v1, { logInitialization: false });
app.use("/v1", v1);

const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
server.keepAliveTimeout = 65_000;
