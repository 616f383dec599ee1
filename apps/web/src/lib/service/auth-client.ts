import { createAuthClient } from "@petstore/contract/client";

export const authClient = createAuthClient({ baseUrl: "/auth" });
