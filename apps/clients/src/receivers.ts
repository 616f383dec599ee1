import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@petstore/contract";
import type { TourProgram } from "./run-tours.js";
import { findFreePort, type Service } from "./service.js";

const guide = new URL("../../docs/guides/receive-webhooks.md", import.meta.url);
const WAIT_MS = 30_000;

/** Returns the program that the guide shows. */
export const receiverOf = async (language: "python" | "go"): Promise<string> => {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(await readFile(guide, "utf8")) ?? [];
  if (code === undefined) throw new Error(`The guide has no program in ${language}.`);
  return code;
};

const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const giveUpAt = performance.now() + WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`${what} did not come`);
    await sleep(50);
  }
};

const forge = (url: string) => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = `v1,${Buffer.alloc(32).toString("base64")}`;
  const headers = { "webhook-id": "forged", "webhook-timestamp": timestamp, "webhook-signature": signature };
  return fetch(url, { method: "POST", headers, body: '{"type":"pet.deleted"}' });
};

/** Sends a test message, an event and a forged message to a receiver. @returns A description of what went wrong. */
export const judgeReceiver = async (
  { command, args, cwd }: TourProgram,
  { baseUrl, adminKey }: Service,
): Promise<string | undefined> => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const { orThrow } = createClient({ baseUrl, apiKey: adminKey });
  const { id: endpointId, secret } = await orThrow.webhooks.createWebhookEndpoint({
    body: { url, types: ["pet.created"] },
  });
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.on("error", ({ message }) => void (errors += message));
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (errors += text));
  try {
    await until("the receiver", () =>
      forge(url).then(
        ({ status }) => status === 400,
        () => false,
      ),
    );
    const { responseStatus } = await orThrow.webhooks.testWebhookEndpoint({ params: { endpointId } });
    await orThrow.pets.createPet({ body: { name: "Hooked", categoryId: 1 } });
    await until("the event", () => output.includes("pet.created"));
    const seen = output.trim().split(/\s+/).join(" ");
    return responseStatus === 204 && seen === "test pet.created"
      ? undefined
      : `answered ${responseStatus}, and saw ${seen}`;
  } catch (error) {
    return `${(error as Error).message}\n${output}${errors}`;
  } finally {
    child.kill();
    await orThrow.webhooks.deleteWebhookEndpoint({ params: { endpointId } });
  }
};
