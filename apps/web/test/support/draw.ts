import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { createElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { parseSearch, stringifySearch } from "../../src/app/search-params";
import { type HookOptions, runHook } from "./hook";

type Component<Props> = (props: Props) => ReactNode;
type AnyElement = ReactElement<Readonly<Record<string, unknown>>>;

/** Base UI names its parts by `displayName`. React.forwardRef hides the function. */
const nameOf = (type: unknown): unknown =>
  typeof type === "string"
    ? type
    : typeof type === "function"
      ? type.name
      : (type as { readonly render?: { readonly name: string } }).render?.name;

/** Returns every element that a component returned, including those in the props of its elements. */
const elementsOf = (node: unknown): readonly AnyElement[] => {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (!isValidElement<AnyElement["props"]>(node)) return [];
  return [node, ...Object.values(node.props).flatMap(elementsOf)];
};

/**
 * Runs a component without rendering what it returns, so that its dialogs and forms need no browser: a test calls their
 * handlers. Elements are found by component, by its name, or by "*" for any. A part of the same file that is not
 * exported is found by its name, and drawn with the props that it was given.
 */
export const draw = async <Props>(component: Component<Props>, props: Props, options: HookOptions = {}) => {
  const hook = await runHook(() => component(props), options);
  const find = <Wanted>(type: Component<Wanted> | string, has: Partial<Wanted> = {}): readonly Wanted[] =>
    elementsOf(hook.now())
      .filter((one) => type === "*" || one.type === type || nameOf(one.type) === type)
      .map((one) => one.props as Wanted)
      .filter((one) => Object.entries(has).every(([name, value]) => one[name as keyof Wanted] === value));
  const element = (name: string): AnyElement => {
    const found = elementsOf(hook.now()).find(({ type }) => nameOf(type) === name);
    if (found === undefined) throw new Error(`It has no ${name}.`);
    return found;
  };
  return {
    unmount: hook.unmount,
    rerender: hook.rerender,
    /** Whether there is such an element. */
    has: <Wanted>(type: Component<Wanted> | string, has: Partial<Wanted> = {}): boolean => find(type, has).length > 0,
    /** Returns the props of the first such element. */
    get: <Wanted>(type: Component<Wanted> | string, has: Partial<Wanted> = {}): Wanted => {
      const [found] = find(type, has);
      if (found === undefined) throw new Error("It has no such element.");
      return found;
    },
    /** Returns the props of all such elements, in order. */
    every: find,
    /** Returns the key of the first such element. */
    keyOf: (type: Component<never>): string | null =>
      elementsOf(hook.now()).find((one) => one.type === type)?.key ?? null,
    /** Finds a part by its name. */
    element,
    /** Draws a part by its name. */
    part: (name: string) => {
      const { type, props: given } = element(name);
      return draw(type as Component<unknown>, given, options);
    },
  };
};

/**
 * Opens a page at an address that does not change. Pass `around` to {@link draw}; `asked` lists where the page wanted
 * to go.
 */
export const pageAt = async (address: string, validateSearch: (given: Record<string, unknown>) => object) => {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: new URL(address, "http://store.test").pathname,
    validateSearch,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const routeTree = root.addChildren([route]);
  // The router sets itself as a global if it finds a document.
  Object.assign(globalThis, { self: globalThis });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch, isServer: true });
  Reflect.deleteProperty(globalThis, "self");
  await router.load();
  const asked: string[] = [];
  router.navigate = async (options) => void asked.push(router.buildLocation(options as never).href);
  return {
    // The cast is needed because the type is that of the admin's own router.
    around: (probe: ReactNode) => createElement(RouterContextProvider as never, { router } as never, probe),
    asked: asked as readonly string[],
    /** Returns what the page reads from the address. */
    search: (): object | undefined => router.matchRoutes(router.latestLocation).at(-1)?.search,
  };
};

/** Draws the question that a component asks before a write. */
export const questionOf = (drawn: Pick<Awaited<ReturnType<typeof draw>>, "part">) => drawn.part("QuestionDialog");
