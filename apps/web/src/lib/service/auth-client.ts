import { createAuthClient } from "@petstore/contract/client";
import { earlyFetch } from "./early-answers";

export const authClient = createAuthClient({ baseUrl: "/auth", fetch: earlyFetch });
