// Must stay first: a schema that is made before it would try `new Function`, which the CSP reports.
import "../lib/zod-config";
import { RouterProvider } from "@tanstack/react-router";
import { followWhileSignedIn } from "../lib/follow-events";
import { router } from "./router";

followWhileSignedIn();

export const SignedIn = () => <RouterProvider router={router} />;
