import { initContract } from "@ts-rest/core";
import { Action, ActionPath, ActionQuery, Actions, UndoQuery } from "./action.js";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { bulkSale } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import { actionLinks } from "../http/links.js";
import type { RouteMetadata } from "../http/metadata.js";
import { RESTORE_DAYS } from "./undo-window.js";
import { pageLinks } from "../http/paging.js";
import { NoQuery } from "../http/rules.js";

const c = initContract();

const running = {
  subject: null,
  status: "running",
  done: 120,
  leftCount: 2,
  total: 200,
  startedAt: "2026-11-21T09:45:00.000Z",
  finishedAt: null,
  actionId: "1795254300000-260",
  left: null,
} as const;
const undoing: Action = {
  ...bulkSale,
  status: "undoing",
  undo: { ...bulkSale.undo, isPossible: true },
  job: { ...running, done: 0, leftCount: 0, actionId: null, left: [] },
};
const stopped: Action = {
  ...bulkSale,
  status: "partly_undone",
  job: {
    ...running,
    status: "stopped",
    finishedAt: "2026-11-21T09:45:02.000Z",
    left: [{ subject: { kind: "pet", id: 7 }, name: "Luna", reason: "changed" }],
  },
};
const inUse = "the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`)";
const notYours =
  "Somebody else did it, and you are neither a manager nor an owner; or its operations require scope `admin`.";
const noAction = "There is no action with this id.";

const conditions = changeHeaders("action");

const usual = { stability: "beta", scope: "write" } as const;

/** The routes that list what people did, each action as a whole, and that undo it. */
export const actions = c.router(
  {
    listActions: {
      method: "GET",
      path: "/actions",
      summary: "List what was done",
      description:
        "Returns a page of actions on the catalogue, newest first. An action is what a person did in one step: a single change, an import, a merge, a bulk change, or several requests that have the same `Action-Key`. Like `GET /history`, it shows what everyone did and names accounts by their names. An action is listed for as long as the audit trail has its events.",
      headers: readHeaders,
      query: ActionQuery,
      responses: { 200: Actions, ...notModified, ...errorResponses(400, 403, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: {
          200: "A page of actions.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        headers: { 200: { Link: pageLinks, ...validators }, 304: validators },
        examples: { 200: { page: [bulkSale] } },
      } as const satisfies RouteMetadata,
    },
    getAction: {
      method: "GET",
      path: "/actions/:actionId",
      summary: "Get an action",
      description:
        "Returns one action. If it has an undo, the response shows its progress, and names what it left as it is, with the reason.",
      pathParams: ActionPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Action, ...notModified, ...errorResponses(400, 403, 404, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: { 200: "The action.", 404: noAction },
        headers: { 200: validators, 304: validators },
        examples: { 200: { done: bulkSale, undoing, stopped } },
        links: { 200: actionLinks },
      } as const satisfies RouteMetadata,
    },
    undoAction: {
      method: "POST",
      path: "/actions/:actionId/undo",
      summary: "Undo an action",
      description: `Puts back what the action changed, in steps after the response: \`GET /actions/{actionId}\` returns the progress. With \`subject\`, it puts back only that subject. Each subject is put back only if it is still as the action left it. Somebody else's change of another field stays. Pets that the action deleted return with their profiles and notes. Pets, categories, attributes, photos and notes that it made are deleted, unless somebody has touched them since; categories that a pet registered stay. Steps of orders, notes of orders, merges of categories and erased photos cannot be undone. The caller needs the scope that the operations of the action require: \`admin\` for attributes and the store. The person who did it, managers and owners can undo it for ${RESTORE_DAYS} days. They can also undo the undo, which is an action too. If the request is repeated while the undo is running, the response is the same. A stopped undo continues, and one that left something starts again.`,
      pathParams: ActionPath,
      headers: { ...writeOnceHeaders, ...conditions },
      query: UndoQuery,
      body: c.noBody(),
      responses: { 202: Action, ...errorResponses(400, 403, 404, 409, 412, 422, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: {
          202: "The undo has started, or is already running; `Location` is the path of its progress.",
          403: notYours,
          404: noAction,
          409: `The action cannot be undone, or an undo of another of its subjects is running; \`message\` says which (\`conflict\`); or ${inUse}.`,
        },
        codes: { 409: ["conflict", "idempotency_key_in_use"] },
        messages: {
          forbidden:
            "action 1795253400000-41 belongs to another account; that account, a manager or an owner can undo it",
          conflict:
            "action 1795253400000-41 cannot be undone: it changed the status of an order; set the next status with PATCH /v1/orders/{orderId}",
        },
        headers: {
          403: { "Idempotent-Replayed": replayed },
          202: {
            Location: { description: "The path of the action.", example: "/v1/actions/1795253400000-41" },
            ETag: entityTag,
            "Idempotent-Replayed": replayed,
          },
        },
        examples: { 202: { undoing } },
        links: { 202: actionLinks },
      } as const satisfies RouteMetadata,
    },
    stopUndo: {
      method: "POST",
      path: "/actions/:actionId/undo/stop",
      summary: "Stop an undo",
      description:
        "Ends a running undo after its current step, or drops one that waits. Everything that it has already put back stays as it is now. `undoAction` continues the undo.",
      pathParams: ActionPath,
      headers: { ...writeOnceHeaders, ...conditions },
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: Action, ...errorResponses(400, 403, 404, 409, 412, 422, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: {
          200: "The undo is stopped.",
          403: notYours,
          404: noAction,
          409: `No undo of the action is running (\`conflict\`), or ${inUse}.`,
        },
        codes: { 409: ["conflict", "idempotency_key_in_use"] },
        messages: {
          forbidden:
            "action 1795253400000-41 belongs to another account; that account, a manager or an owner can undo it",
          conflict:
            "action 1795253400000-41 is not being undone; GET /v1/actions/1795253400000-41 shows how its undo ended",
        },
        headers: {
          200: { ETag: entityTag, "Idempotent-Replayed": replayed },
          403: { "Idempotent-Replayed": replayed },
        },
        examples: { 200: { stopped } },
        links: { 200: actionLinks },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
