import { createRootRoute } from "@tanstack/react-router";

/** The router gives it its component: the frame links to the pages, which are below this route. */
export const root = createRootRoute();
