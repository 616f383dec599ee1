import { QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { queryClient } from "../../src/lib/service/query-client";

const ignore = () => undefined;

/** The part of a document that React uses even if it renders nothing. */
const emptyPage = () => {
  const target = { addEventListener: ignore, removeEventListener: ignore };
  const document = { activeElement: null, getElementById: () => null, ...target };
  const window = { document, HTMLIFrameElement: Array, ...target };
  const matchMedia = () => ({ matches: true, ...target });
  Object.assign(globalThis, { window, document, matchMedia });
  return {
    nodeType: 1,
    nodeName: "DIV",
    tagName: "DIV",
    namespaceURI: "http://www.w3.org/1999/xhtml",
    ownerDocument: { ...document, defaultView: window },
    ...target,
    firstChild: null,
    textContent: "",
  } as unknown as Element;
};

type Hook<Value> = {
  /** What the hook returned last. */
  readonly now: () => Value;
  /** Runs the hook again, as if its parent had been rendered again. */
  readonly rerender: () => void;
  readonly unmount: () => void;
};

export type HookOptions = { readonly around?: (probe: ReactNode) => ReactNode };

/** Runs a hook in a component that renders nothing, so that it needs no browser. */
export const runHook = async <Value>(use: () => Value, { around = (probe) => probe }: HookOptions = {}) => {
  let last: { readonly value: Value } | undefined;
  const Probe = () => {
    last = { value: use() };
    return null;
  };
  const root = createRoot(emptyPage());
  const unmount = () => root.unmount();
  onTestFinished(async () => {
    unmount();
    queryClient.clear();
    // The window stays until the next task, because React reads it when work that has just ended changes the state.
    await new Promise((resolve) => setTimeout(resolve, 1));
    Reflect.deleteProperty(globalThis, "document");
  });
  const render = () =>
    root.render(createElement(QueryClientProvider, { client: queryClient }, around(createElement(Probe))));
  render();
  await vi.waitUntil(() => last !== undefined, { interval: 1 });
  const now = () => {
    if (last === undefined) throw new Error("The hook has not run.");
    return last.value;
  };
  return { now, rerender: render, unmount } satisfies Hook<Value>;
};

/** Waits until a condition holds, and checks it without long pauses. */
export const until = (holds: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(holds, { interval: 1, timeout: 15_000 });

/** Waits until the effects of the last rendering have run. A person would not act before that. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** @returns a function that returns how often all lists have been refreshed so far */
export const watchRefresh = (): (() => number) => {
  const spy = vi.spyOn(queryClient, "invalidateQueries").mockResolvedValue();
  onTestFinished(() => {
    spy.mockRestore();
  });
  return () => spy.mock.calls.filter(([filters]) => filters === undefined).length;
};
