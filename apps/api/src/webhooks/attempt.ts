import { checkTarget, TargetRefused, type TargetRules } from "./check-target.js";
import { signMessage } from "./sign-message.js";
import { type BareResponse, sendRequest } from "./send-request.js";
import { openSecret } from "./webhook-secret.js";

/** The parts that a process needs to send a message. */
export type SenderDeps = {
  readonly webhookTargets: TargetRules & {
    /** Certificates that Node trusts in addition. Only tests use this. */
    readonly ca?: string;
  };
  readonly authSecret: string;
  readonly clock: () => Date;
};

export type Receiver = {
  readonly id: number;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly oldSecret: Uint8Array | null;
  readonly oldSecretUntil: Date | null;
};

/** The receiver's answer or the reason why there is none, with the time and the bytes of the attempt. */
export type Response = Omit<BareResponse, "problem"> & {
  readonly problem: BareResponse["problem"] | TargetRefused["problem"] | "secret";
  readonly at: Date;
  readonly durationMs: number;
  readonly requestBytes: number;
};

/** The deadline for the look-up, the connection and the whole response. */
export const ATTEMPT_MS = 15_000;

const nothing = { status: null, responseBytes: null, retryAfter: undefined } as const;

const secretsOf = (receiver: Receiver, authSecret: string, now: Date): Buffer[] => {
  const { id, secret, oldSecret, oldSecretUntil } = receiver;
  const isOverlap = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  const opened = [secret, ...(isOverlap ? [oldSecret] : [])].map((sealed) => openSecret(authSecret, id, sealed));
  return opened[0] === undefined ? [] : opened.filter((one) => one !== undefined);
};

/**
 * Sends a message once, to the addresses to which its URL resolves at that moment.
 * @param stop - Ends the attempt at once, with a timeout as its problem.
 */
export const attempt = async (
  { webhookTargets, authSecret, clock }: SenderDeps,
  receiver: Receiver,
  { id, body }: { readonly id: string; readonly body: string },
  stop: AbortSignal = new AbortController().signal,
  deadlineMs = ATTEMPT_MS,
): Promise<Response> => {
  const at = clock();
  const startedAt = performance.now();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  const end = () => deadline.abort();
  stop.addEventListener("abort", end);
  const send = async (): Promise<Omit<Response, "at" | "durationMs" | "requestBytes">> => {
    const secrets = secretsOf(receiver, authSecret, at);
    if (secrets.length === 0) return { ...nothing, problem: "secret" };
    try {
      const target = await checkTarget(receiver.url, webhookTargets, deadline.signal);
      if (deadline.signal.aborted) return { ...nothing, problem: "timeout" };
      const message = signMessage(id, body, secrets, at);
      return await sendRequest(target, message, deadline.signal, webhookTargets.ca);
    } catch (error) {
      if (deadline.signal.aborted) return { ...nothing, problem: "timeout" };
      if (error instanceof TargetRefused) return { ...nothing, problem: error.problem };
      throw error;
    }
  };
  try {
    const response = await send();
    const durationMs = Math.round(performance.now() - startedAt);
    return { ...response, at, durationMs, requestBytes: Buffer.byteLength(body) };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", end);
  }
};
