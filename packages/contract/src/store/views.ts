import { initContract } from "@ts-rest/core";
import {
  changeHeaders,
  createOnlyHeaders,
  entityTag,
  notModified,
  readHeaders,
  validators,
} from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { jane, soldDogs } from "../examples.js";
import { viewLinks } from "../http/links.js";
import type { RouteMetadata } from "../http/metadata.js";
import { NoQuery } from "../http/rules.js";
import { MAX_SHARED_VIEWS, MAX_VIEWS, NewView, View, ViewPageQuery, ViewPath, Views } from "./view.js";

const c = initContract();

const view: View = {
  page: "pets",
  name: "Sold dogs",
  query: soldDogs,
  isShared: true,
  owner: jane,
  isOwn: true,
  updatedAt: "2026-11-22T09:30:00.000Z",
};

const noView = "The account of the API key has no view of this name and page.";
const messages = { not_found: "your account has no view named Sold dogs; GET /v1/views lists its views" } as const;

/** The routes under `/views`. */
export const views = c.router(
  {
    listViews: {
      method: "GET",
      path: "/views",
      summary: "List saved views",
      description: `Returns the views of one page: those of the account of the API key, and up to ${MAX_SHARED_VIEWS.toLocaleString("en")} that other accounts share, ordered by lower-case name. A view is not shared while its account is disabled, or is neither a manager nor an owner.`,
      headers: readHeaders,
      query: ViewPageQuery,
      responses: { 200: Views, ...notModified, ...errorResponses(400, 403, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: { 200: "The views." },
        headers: { 200: validators, 304: validators },
        examples: { 200: { views: [view] } },
      } as const satisfies RouteMetadata,
    },
    getView: {
      method: "GET",
      path: "/views/:name",
      summary: "Get a view",
      description:
        "Returns a view of the account of the API key, by its name and page, ignoring case. `GET /views` also has those that other accounts share.",
      pathParams: ViewPath,
      headers: readHeaders,
      query: ViewPageQuery,
      responses: { 200: View, ...notModified, ...errorResponses(400, 403, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: { 200: "The view.", 404: noView },
        messages,
        headers: { 200: validators, 304: validators },
        examples: { 200: { soldDogs: view } },
        links: { 200: viewLinks },
      } as const satisfies RouteMetadata,
    },
    putView: {
      method: "PUT",
      path: "/views/:name",
      summary: "Create or replace a view",
      description: `Creates the view with this name for the \`page\` in the body, or replaces the one that the account of the API key already has, ignoring case. What the body leaves out gets its default. Sharing a view requires scope \`admin\`, which keys of managers and owners can have. An account can have ${MAX_VIEWS} views of each page.`,
      pathParams: ViewPath,
      headers: { ...changeHeaders("view"), ...createOnlyHeaders },
      query: NoQuery,
      body: NewView,
      responses: { 200: View, 201: View, ...errorResponses(400, 403, 409, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The view was replaced.",
          201: "The view was created.",
          400: "The name, the body, a query parameter or a header is invalid.",
          403: "The API key lacks scope `write`, or `isShared` is true and the key lacks scope `admin`.",
          409: `The account has ${MAX_VIEWS} views of the page already.`,
          412: "With `If-None-Match: *`, the account has a view of this name and page already; or `If-Match` does not match its current `ETag`. It was not replaced.",
        },
        codes: { 409: ["conflict"] },
        messages: {
          conflict: `your account already has the maximum of ${MAX_VIEWS} views of pets; delete or replace one`,
          precondition_failed:
            "your account already has a view named Sold dogs; choose another name, or omit header If-None-Match to replace it",
        },
        headers: {
          200: { ETag: entityTag },
          201: {
            Location: { description: "The path of the new view.", example: "/v1/views/Sold%20dogs" },
            ETag: entityTag,
          },
        },
        examples: {
          request: {
            soldDogs: { query: soldDogs, isShared: true },
            placed: { page: "orders", query: { status: "placed" } },
          },
          200: { soldDogs: view },
          201: { soldDogs: view },
        },
        links: { 200: viewLinks, 201: viewLinks },
      } as const satisfies RouteMetadata,
    },
    deleteView: {
      method: "DELETE",
      path: "/views/:name",
      summary: "Delete a view",
      description: "Deletes a view of the account of the API key. For a view of another account the response is 404.",
      pathParams: ViewPath,
      headers: changeHeaders("view"),
      query: ViewPageQuery,
      responses: { 204: c.noBody(), ...errorResponses(400, 403, 404, 412, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          204: "The view was deleted.",
          404: noView,
        },
        messages: {
          ...messages,
          precondition_failed: "If-Match does not match the current ETag; fetch the view again",
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
