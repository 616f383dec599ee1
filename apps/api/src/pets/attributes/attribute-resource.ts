import { Attribute } from "@petstore/contract/routes";
import { seenBy } from "../../credentials/scopes.js";
import { Prisma } from "../../generated/client.js";
import { resource, type ResourceDeps } from "../../operation/resource.js";

export const attributeResource = (deps: ResourceDeps) =>
  resource(deps, {
    kind: "attribute",
    path: "/attributes",
    schema: Attribute,
    order: ["position", "id"],
    seenBy: (reader) => (seenBy(reader) === "all" ? Prisma.sql`true` : Prisma.sql`is_public`),
  });

export type AttributeResource = ReturnType<typeof attributeResource>;
