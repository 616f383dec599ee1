import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { isRefusal } from "./api-error";
import { isBrief, retryDelay } from "./query-client";
import { refresh } from "./refresh";

const MAX_RETRIES = 2;

type WriteOptions<Input, Output> = {
  /** @param idempotencyKey - The same for every attempt with the same input. POST requests need it. */
  readonly send: (input: Input, idempotencyKey: string) => Promise<Output>;
  readonly onSuccess?: (output: Output, input: Input) => void;
  readonly onError?: (error: unknown, input: Input) => void;
  /** Changes of one scope are sent one after the other, in the order in which they were made. */
  readonly scope?: string;
  /** Names the write, so that other parts of the page see that it is in progress. */
  readonly key?: readonly unknown[];
};

/**
 * A change of the store. It is sent again automatically after 429 and 503. "Try again" sends it with the same
 * `Idempotency-Key`, so that nothing is changed twice if an answer was lost. Afterwards, everything that it may concern
 * is fetched again.
 */
export const useWrite = <Input, Output>({ send, onSuccess, onError, scope, key }: WriteOptions<Input, Output>) => {
  const pending = useRef<{ readonly input: string; readonly key: string }>(undefined);

  return useMutation<Output, unknown, Input>({
    mutationFn: (input) => {
      const text = JSON.stringify(input) ?? "";
      if (pending.current?.input !== text) pending.current = { input: text, key: crypto.randomUUID() };
      return send(input, pending.current.key);
    },
    retry: (failures, error) =>
      failures < MAX_RETRIES && isBrief(error) && (error.status === 429 || error.status === 503),
    retryDelay,
    ...(scope !== undefined && { scope: { id: scope } }),
    ...(key !== undefined && { mutationKey: key }),
    // An input may contain a password, so it is not kept longer than its form.
    gcTime: 0,
    onSuccess: (output, input) => {
      pending.current = undefined;
      void refresh();
      onSuccess?.(output, input);
    },
    onError: (error, input) => {
      if (isRefusal(error)) pending.current = undefined;
      onError?.(error, input);
    },
  });
};
