import { createHmac } from "node:crypto";
import type { SignedMessage } from "./send-request.js";

/** Signs a body by the Standard Webhooks specification, once with each secret. */
export const signMessage = (id: string, body: string, secrets: readonly Buffer[], now: Date): SignedMessage => {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const sign = (secret: Buffer) =>
    `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "petstore-webhooks/1",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": secrets.map(sign).join(" "),
    },
  };
};
