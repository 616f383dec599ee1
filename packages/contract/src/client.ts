import { initClient } from "@ts-rest/core";
import { contract } from "./contract.js";

/**
 * A typed client of the interface, over `fetch`. Each operation resolves to `{status, body, headers}` for every status
 * the contract declares; it rejects only where no answer arrived, or one that the contract does not know.
 * @param baseUrl - The address of the service, ending in `/v1`.
 * @param apiKey - Sent as `Authorization: Bearer`.
 */
export const createClient = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) =>
  initClient(contract, {
    baseUrl,
    baseHeaders: { authorization: `Bearer ${apiKey}` },
    throwOnUnknownStatus: true,
  });
