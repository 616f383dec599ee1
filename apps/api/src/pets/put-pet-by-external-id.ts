import type { contract } from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import { otherExternalId } from "../errors.js";
import type { Operation } from "../operation/operation.js";
import { created, updated } from "../operation/resource-answers.js";
import { judgeUpserts } from "./judge-upserts.js";
import { isPetMatch } from "./store/pet-tags.js";
import { writeUpserts } from "./write-upserts.js";

export const putPetByExternalId =
  (deps: { readonly config: Config }): Operation<typeof contract.pets.putPetByExternalId> =>
  async ({ params: { externalId }, headers, body: { profile, ...fields } }, context) => {
    if (profile?.externalId !== undefined && profile.externalId !== externalId) throw otherExternalId();
    const ifMatch = headers["if-match"];
    const upsert = {
      place: "body" as const,
      externalId,
      fields,
      attributes: profile && (profile.attributes ?? {}),
      isStale: (pet?: Parameters<typeof isPetMatch>[1]) =>
        pet === undefined ? ifMatch !== undefined : !isPetMatch(ifMatch, pet),
    };
    const plan = await judgeUpserts(context, deps, [upsert]);
    const [row] = plan.rows;
    if (row?.refusal !== undefined) throw row.refusal;
    const [pet] = await writeUpserts(context, plan);
    if (pet === undefined) throw new TypeError("The upsert was accepted, but it wrote no pet.");
    return row?.outcome === "created" ? created("/pets", pet) : updated(pet);
  };
