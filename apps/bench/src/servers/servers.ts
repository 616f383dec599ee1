import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type ServerName = "petstore" | "earlier" | "node-http" | "fastify" | "go" | "rust" | "hono" | "express";

export type Server = {
  readonly name: ServerName;
  readonly title: string;
  readonly main: string;
  /**
   * True for this service and for earlier builds of it. These create their own schema, key and cursors, and have every
   * operation.
   */
  readonly isService?: true;
  readonly flags?: readonly string[];
  /**
   * True if the server only replays recorded responses. It then takes part only in scenarios in which this is
   * meaningful.
   */
  readonly isRecording?: boolean;
  /**
   * Set if the server is not a Node program: `main` is built with this command in this folder. If the command is
   * missing, the server is skipped.
   */
  readonly toolchain?: { readonly folder: string; readonly command: string; readonly args: readonly string[] };
};

const competitor = (file: string) => fileURLToPath(new URL(`../../competitors/${file}`, import.meta.url));

const serviceIn = (checkout: string) => ({
  main: join(checkout, "apps", "api", "dist", "main.js"),
  isService: true as const,
  // `npm start` sets the same option.
  flags: ["--max-semi-space-size=8"],
});

export const thisService: Server = {
  ...serviceIn(fileURLToPath(new URL("../../../../", import.meta.url))),
  name: "petstore",
  title: "this service",
};

/** @param checkout - The folder of another checkout of this repository, which must be installed and built. */
export const earlierService = (checkout: string): Server => ({
  ...serviceIn(resolve(checkout)),
  name: "earlier",
  title: "the earlier build",
});

export const servers: readonly Server[] = [
  thisService,
  { name: "node-http", title: "bare node:http", main: competitor("node-http.mjs"), isRecording: true },
  { name: "fastify", title: "Fastify + pg", main: competitor("fastify-pg.mjs") },
  {
    name: "go",
    title: "Go + pgx",
    main: competitor("generated/go-pgx"),
    toolchain: {
      folder: competitor("go-pgx"),
      command: "go",
      args: ["build", "-mod=readonly", "-o", "../generated/go-pgx", "."],
    },
  },
  {
    name: "rust",
    title: "Rust: axum + tokio-postgres",
    main: competitor("generated/rust/release/rust-axum"),
    toolchain: {
      folder: competitor("rust-axum"),
      command: "cargo",
      args: ["build", "--release", "--locked", "--quiet", "--target-dir", "../generated/rust"],
    },
  },
  { name: "hono", title: "Hono + Drizzle", main: competitor("hono-drizzle.mjs") },
  { name: "express", title: "Express + ts-rest + Prisma", main: competitor("express-prisma.mjs") },
];

/** Returns the program and its arguments for starting a server. */
export const commandOf = ({ main, flags = [], toolchain }: Server): readonly [string, ...string[]] =>
  toolchain === undefined ? [process.execPath, ...flags, main] : [main];
