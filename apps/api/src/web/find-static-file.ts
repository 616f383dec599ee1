import type { IncomingMessage } from "node:http";
import { BASE_PATH, DOCS_PATH, OLD_DEPRECATIONS_PATH } from "@petstore/contract/routes";
import { AUTH_BASE_PATH } from "@petstore/contract/auth";
import type { RequestContext } from "../request/request-context.js";
import type { FindStaticFile } from "../gate/static-files.js";
import { weightOf } from "../operation/accept.js";
import { chooseCoding } from "../operation/content-coding.js";
import { namesTag } from "../operation/etag.js";
import type { Representation } from "../operation/stored-document.js";
import type { WebFiles } from "./read-web-files.js";
import { ASSETS_PATH, type StaticFile } from "./static-file.js";

/** The admin has no pages at these paths or below them, so for a wrong path there the JSON 404 is sent. */
const reservedPaths = [BASE_PATH, AUTH_BASE_PATH, DOCS_PATH, OLD_DEPRECATIONS_PATH, "/healthz", "/readyz", ASSETS_PATH];

const isPagePath = (path: string) =>
  !path.startsWith("//") && !reservedPaths.some((reserved) => path === reserved || path.startsWith(`${reserved}/`));

/** A browser that navigates asks for `text/html`, while a program that accepts anything gets JSON. */
const isNavigation = ({ headers: { accept = "" } }: IncomingMessage) => (weightOf(accept, ["text/html"]) ?? 0) > 0;

const select = ({ identity, compressed }: StaticFile, acceptEncoding = ""): Representation => {
  const coding = chooseCoding(acceptEncoding, [...compressed.keys()]);
  return (coding && compressed.get(coding)) ?? identity;
};

const send = ({ request, response, fields }: RequestContext, file: StaticFile): void => {
  const { bytes, tag, coding } = select(file, request.headers["accept-encoding"]);
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) {
    fields.writeHead(304, [...file.fields, "ETag", tag]);
    return void response.end();
  }
  fields.writeHead(200, [
    ...file.fields,
    "ETag",
    tag,
    "Content-Type",
    file.mediaType,
    "Content-Length",
    String(bytes.length),
    ...(coding === undefined ? [] : ["Content-Encoding", coding]),
  ]);
  if (request.method === "HEAD") response.end();
  else response.end(bytes);
};

/**
 * Finds files by their exact paths. For other navigations it returns the admin's index page, whose script reads the
 * path.
 */
export const findStaticFile =
  ({ files, indexPage }: WebFiles): FindStaticFile =>
  (request, path) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const file = files.get(path) ?? (isPagePath(path) && isNavigation(request) ? indexPage : undefined);
    return file && ((context) => send(context, file));
  };
