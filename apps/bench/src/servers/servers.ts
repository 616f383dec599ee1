import { fileURLToPath } from "node:url";

export type ServerName = "petstore" | "node-http" | "fastify" | "hono" | "express";

export type Server = {
  readonly name: ServerName;
  readonly title: string;
  /** What Node is to run, and how. */
  readonly main: string;
  readonly flags?: readonly string[];
  /** It answers what was recorded, and nothing else: no server of scenarios where that would say nothing. */
  readonly isRecording?: boolean;
};

const peer = (file: string) => fileURLToPath(new URL(`../../peers/${file}`, import.meta.url));

/** In the order of the tables. */
export const servers: readonly Server[] = [
  {
    name: "petstore",
    title: "this service",
    main: fileURLToPath(new URL("../../../api/dist/main.js", import.meta.url)),
    // As `npm start` does.
    flags: ["--max-semi-space-size=8"],
  },
  { name: "node-http", title: "bare node:http", main: peer("node-http.mjs"), isRecording: true },
  { name: "fastify", title: "Fastify + pg", main: peer("fastify-pg.mjs") },
  { name: "hono", title: "Hono + Drizzle", main: peer("hono-drizzle.mjs") },
  { name: "express", title: "Express + ts-rest + Prisma", main: peer("express-prisma.mjs") },
];
