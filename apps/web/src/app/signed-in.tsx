// Must stay first: a schema that is made before it would try `new Function`, which the CSP reports.
import "../lib/zod-config";
import { RouterProvider } from "@tanstack/react-router";
import { router } from "./router";

const SignedIn = () => <RouterProvider router={router} />;

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default SignedIn;
