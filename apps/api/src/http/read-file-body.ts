import { parse as parseContentType } from "content-type";
import type { RequestHandler } from "express";
import type { Config } from "../config/config.js";
import { bodyTypeRefused, invalidAt } from "../errors.js";
import { accountOf, checkEncoding } from "../request/body/read-body.js";
import { holdBody } from "../request/body/receive-body.js";
import { receiveFile } from "../request/body/receive-file.js";
import { contextOf } from "../request/request-context.js";

const typeOf = ([field = "", ...others]: readonly string[]) => {
  try {
    return others.length === 0 ? parseContentType(field).type : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Writes a body that is not JSON to a file. The file exists until the response has been sent, or longer if the
 * operation holds it.
 */
export const readFileBody =
  ({ config }: { readonly config: Pick<Config, "dataDir"> }): RequestHandler =>
  async (request, response, next) => {
    const context = contextOf(response);
    const { bodyTypes, maxBodyBytes = 0 } = context.route?.metadata ?? {};
    if (bodyTypes === undefined) return next();
    const types = request.headersDistinct["content-type"] ?? [];
    const hasKey = request.headers["idempotency-key"] !== undefined;
    const { file, release } = await receiveFile(context, {
      dataDir: config.dataDir,
      limit: maxBodyBytes,
      account: accountOf(context),
      prefix: hasKey
        ? `${JSON.stringify([request.method, request.originalUrl, types, request.headers["content-encoding"]])}\n`
        : undefined,
    });
    context.releaseBody = release;
    if (response.destroyed) return release();
    if (file.fingerprint !== undefined) context.fingerprint = file.fingerprint;
    if (file.size === 0) throw invalidAt("body", "is required");
    checkEncoding(request);
    if (!bodyTypes.includes(typeOf(types) ?? "")) throw bodyTypeRefused(bodyTypes);
    request.body = { ...file, hold: () => holdBody(context) };
    next();
  };
