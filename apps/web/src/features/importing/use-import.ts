import type { PetImport, PetImportDryRun, PetImportResult } from "@petstore/contract/client";
import { MAX_IMPORT_BYTES } from "@petstore/contract/schemas";
import { nameOfDelimiter } from "@petstore/tables";
import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, ask } from "../../lib/service/api";
import { isRefusal } from "../../lib/service/api-error";
import { undoOfAction } from "../../lib/history/action-undo";
import { announce } from "../../lib/history/undo";
import { refresh } from "../../lib/service/refresh";
import { importing } from "../../texts/importing";
import { actions } from "../../texts/actions";
import type { CsvFile } from "./read-file";

/** The service stops an import after 90 s. The rest of the time is for sending 16 MiB. */
const DEADLINE_MS = 240_000;
const MAX_WAITS = 100;
const WAIT_MS = 3_000;
/** If a request is refused after this time, the file itself is too large for the service, so waiting does not help. */
const SLOW_MS = 60_000;

type Settings = Omit<PetImport, "csv" | "workbook">;

const countOf = (text: string, character: string): number => {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
};

/**
 * Returns the size of the text inside JSON without serialising it, because that would take noticeably long for 16 MiB.
 * JSON adds one more character to escape each of these characters.
 */
const sizeInJson = (text: string): number =>
  ["\n", "\r", "\t", '"', "\\"].reduce((size, character) => size + countOf(text, character), new Blob([text]).size);

const bodyOf = ({ text, delimiter, headerLine }: CsvFile, settings: Settings): PetImport => {
  if (sizeInJson(text) + JSON.stringify(settings).length > MAX_IMPORT_BYTES) {
    throw new ApiError("payload_too_large", importing.tooLargeToSend);
  }
  return { ...settings, delimiter: nameOfDelimiter(delimiter), headerLine, csv: text };
};

/** Tells whether the request was refused only because an import is running: another one, or this one, sent earlier. */
const isBusyElsewhere = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.status === 503 || error.status === 429 || error.code === "idempotency_key_in_use") &&
  (error.retryAfterMs ?? 0) <= SLOW_MS;

type Waiting<Output> = {
  readonly mutation: UseMutationResult<Output, unknown, Settings>;
  /** True while another import runs. This request is then sent again automatically. */
  readonly isWaiting: boolean;
  readonly stopWaiting: () => void;
};

const useWaiting = <Output>(
  send: (settings: Settings) => Promise<Output>,
  onSuccess?: (output: Output, settings: Settings) => void,
): Waiting<Output> => {
  const isStopped = useRef(false);
  const startedAt = useRef(0);
  const mutation = useMutation<Output, unknown, Settings>({
    networkMode: "always",
    onMutate: () => {
      isStopped.current = false;
    },
    mutationFn: (settings) => {
      if (isStopped.current) throw new ApiError("stopped", importing.waiting);
      startedAt.current = performance.now();
      return send(settings);
    },
    retry: (failures, error) =>
      failures < MAX_WAITS && isBusyElsewhere(error) && performance.now() - startedAt.current < SLOW_MS,
    retryDelay: (_, error) => (error instanceof ApiError && error.retryAfterMs) || WAIT_MS,
    ...(onSuccess && { onSuccess }),
  });
  return {
    mutation,
    isWaiting: mutation.isPending && isBusyElsewhere(mutation.failureReason),
    stopWaiting: () => {
      isStopped.current = true;
      mutation.reset();
    },
  };
};

/** Checks all rows and writes nothing. */
export const useCheck = (
  file: CsvFile,
  onChecked: (result: PetImportDryRun, settings: Settings) => void,
): Waiting<PetImportDryRun> =>
  useWaiting(async (settings) => {
    const body = bodyOf(file, settings);
    const { body: result } = await ask(
      (api, options) => api.pets.importPets({ query: { dryRun: true }, body, ...options }),
      { timeoutMs: DEADLINE_MS },
    );
    return result as PetImportDryRun;
  }, onChecked);

type Sent = { readonly settings: string; readonly key: string };

/**
 * Imports the rows. The same settings of the same file keep their `Idempotency-Key`, so "Try again" after a lost answer
 * does not import twice.
 */
export const useImport = (file: CsvFile, onDone: (result: PetImportResult) => void): Waiting<PetImportResult> => {
  const sent = useRef<Sent>(undefined);
  const send = async (settings: Settings): Promise<PetImportResult> => {
    const text = JSON.stringify(settings);
    if (sent.current?.settings !== text) sent.current = { settings: text, key: crypto.randomUUID() };
    const headers = { "idempotency-key": sent.current.key, "action-key": sent.current.key };
    const body = bodyOf(file, settings);
    try {
      const answer = await ask((api, options) => api.pets.importPets({ body, headers, ...options }), {
        timeoutMs: DEADLINE_MS,
      });
      return answer.body;
    } catch (error) {
      if (isRefusal(error)) sent.current = undefined;
      throw error;
    }
  };
  return useWaiting(send, (result) => {
    const key = sent.current?.key;
    sent.current = undefined;
    const size = result.imported + result.updated;
    announce({
      title: importing.done(result.imported, result.updated),
      ...(key !== undefined && size > 0 && { undo: undoOfAction({ key, size, describe: actions.back }) }),
    });
    void refresh();
    onDone(result);
  });
};
