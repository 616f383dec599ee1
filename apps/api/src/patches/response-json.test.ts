import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, it } from "vitest";
import { overrideResponseJson } from "./response-json.js";

it("sends the bodies that the override accepts, and leaves the others to Express", async () => {
  const app = express();
  overrideResponseJson(app, (response, body) => {
    if (typeof body !== "string") return false;
    response.end(`own: ${body}`);
    return true;
  });
  app.get("/own", (_request, response) => void response.status(200).json("text"));
  app.get("/other", (_request, response) => void response.status(200).json({ a: 1 }));
  const server = createServer(app).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect([await read("/own"), await read("/other")]).toEqual(["own: text", '{"a":1}']);
  server.close();
  server.closeAllConnections();
});
