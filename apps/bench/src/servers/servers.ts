import { fileURLToPath } from "node:url";

export type ServerName = "petstore" | "node-http" | "fastify" | "hono" | "express";

export type Server = {
  readonly name: ServerName;
  readonly title: string;
  readonly main: string;
  readonly flags?: readonly string[];
  /** It only replays recorded responses, so it takes part only where those are meaningful. */
  readonly isRecording?: boolean;
};

const competitor = (file: string) => fileURLToPath(new URL(`../../competitors/${file}`, import.meta.url));

export const servers: readonly Server[] = [
  {
    name: "petstore",
    title: "this service",
    main: fileURLToPath(new URL("../../../api/dist/main.js", import.meta.url)),
    // As `npm start` does.
    flags: ["--max-semi-space-size=8"],
  },
  { name: "node-http", title: "bare node:http", main: competitor("node-http.mjs"), isRecording: true },
  { name: "fastify", title: "Fastify + pg", main: competitor("fastify-pg.mjs") },
  { name: "hono", title: "Hono + Drizzle", main: competitor("hono-drizzle.mjs") },
  { name: "express", title: "Express + ts-rest + Prisma", main: competitor("express-prisma.mjs") },
];
