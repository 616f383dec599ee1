import { createRootRoute, type ParsedLocation } from "@tanstack/react-router";
import { feedIsKnown } from "../lib/service/follow-events";
import { readAgainOnceLoaded } from "./late-searches";

const beforeLoad = async (on: { readonly location: ParsedLocation }) => {
  await readAgainOnceLoaded(on);
  await feedIsKnown();
};

/** The router sets the component of this route, because the frame links to the pages, which are below this route. */
export const root = createRootRoute({ beforeLoad });
