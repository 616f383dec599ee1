import { type AppRoute, validateResponse } from "@ts-rest/core";
import { answerTypesOf } from "@petstore/contract/routes";
import { JsonBytes, valueOf } from "../operation/raw-json.js";
import { BodyStream } from "../operation/body-stream.js";
import type { AnyAnswer } from "../operation/operation.js";

/** Validates a response, because ts-rest's own validation cannot read JSON text. @throws TsRestResponseError */
export const assertMatchesContract = (route: AppRoute, { status, body }: AnyAnswer): void => {
  // The contract itself generated a stored document, which is too large to parse for every request. Other JSON is
  // validated before it is compressed.
  if (body instanceof JsonBytes) return;
  if (body instanceof BodyStream) {
    const { type } = body.kind;
    if (type !== undefined && !answerTypesOf(route).includes(type))
      throw new TypeError(`The contract declares no ${type} for ${route.path}.`);
    // JSON that is written in pieces is validated as a whole only in the tests of its operation.
    if (route.responses[status] !== undefined) return;
    throw new TypeError(`The contract declares no ${status} for ${route.path}.`);
  }
  validateResponse({ appRoute: route, response: { status, body: valueOf(body) } });
};
