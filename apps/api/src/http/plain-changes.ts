import { contract, MAX_BODY_BYTES } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { AppError } from "../errors.js";
import { jsonFields, toFields } from "../gate/answer-kept.js";
import { writeAtEndOfTurn } from "../gate/end-of-turn.js";
import type { PlainChange, PlainChanges } from "../gate/plain-changes.js";
import type { Shortcut } from "../operation.js";
import { parseBody, readBytes } from "./read-json-body.js";
import type { Answer } from "./settle.js";
import { holdAgainst } from "./validators.js";

const route = contract.pets.createPet;

/** Undefined for a body that breaks a rule. */
const bodyOf = (...given: Parameters<typeof parseBody>) => {
  try {
    return route.body.safeParse(parseBody(...given)).data;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};

/**
 * The creates that Express serves, by the same schema and with the same answers, for requests that bring their body and
 * nothing else: most of what a create costs there is Express and ts-rest. What has a rule against it is left to them to explain,
 * and so is what the shortcut does not do.
 */
const createPlain =
  (
    { isResponseValidated }: Pick<Deps, "isResponseValidated">,
    create: Shortcut<typeof contract.pets.createPet>,
  ): PlainChange =>
  (context, caller) => {
    const { request, response } = context;
    if (request.headers["idempotency-key"] !== undefined || request.url?.includes("?") === true) return false;
    const carryOut = async () => {
      context.body = await readBytes(context, MAX_BODY_BYTES);
      const body = bodyOf(request, context.body);
      const answer: Answer | undefined = body && (await create({ body }, caller));
      if (answer === undefined) return false;
      if (isResponseValidated) holdAgainst(route, answer);
      const text = JSON.stringify(answer.body);
      const fields = toFields({ ...answer.headers, ...jsonFields(Buffer.byteLength(text)) });
      writeAtEndOfTurn(context, () => {
        context.fields.writeHead(answer.status, fields);
        response.end(text);
      });
      return true;
    };
    return carryOut();
  };

export const createPlainChanges = (
  deps: Pick<Deps, "isResponseValidated">,
  shortcuts: { readonly createPet: Shortcut<typeof contract.pets.createPet> },
): PlainChanges => new Map([[route, createPlain(deps, shortcuts.createPet)]]);
