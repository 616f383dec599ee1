import type { FastMutation, FastMutations } from "../gate/fast-path.js";
import { contract, MAX_BODY_BYTES } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { AppError } from "../errors.js";
import { jsonFields, toFields } from "../gate/send-cached-response.js";
import { deferWrite } from "../gate/deferred-write.js";
import type { Shortcut } from "../operation/operation.js";
import { parseBody, readBytes } from "../http/read-json-body.js";
import type { MutationAnswer } from "../http/run-mutation.js";
import { assertMatchesContract } from "../http/conditional-requests.js";

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
  ): FastMutation =>
  (context, caller) => {
    const { request, response } = context;
    if (request.headers["idempotency-key"] !== undefined || request.url?.includes("?") === true) return false;
    const carryOut = async () => {
      context.body = await readBytes(context, MAX_BODY_BYTES);
      const body = bodyOf(request, context.body);
      const answer: MutationAnswer | undefined = body && (await create({ body }, caller));
      if (answer === undefined) return false;
      if (isResponseValidated) assertMatchesContract(route, answer);
      const text = JSON.stringify(answer.body);
      const fields = toFields({ ...answer.headers, ...jsonFields(Buffer.byteLength(text)) });
      deferWrite(context, () => {
        context.fields.writeHead(answer.status, fields);
        response.end(text);
      });
      return true;
    };
    return carryOut();
  };

export const createFastMutations = (
  deps: Pick<Deps, "isResponseValidated">,
  shortcuts: { readonly createPet: Shortcut<typeof contract.pets.createPet> },
): FastMutations => new Map([[route, createPlain(deps, shortcuts.createPet)]]);
