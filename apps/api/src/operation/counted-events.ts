import type { AuditAction, CountedAs } from "@petstore/contract/routes";
import { Prisma } from "../generated/client.js";

const columnOf = (alias: string, name: string) => Prisma.raw(`${alias}.${name}`);

/** Builds the conditions of the index audit_event_sold_idx. @param alias - The alias of audit_event. */
export const isSale = (alias: string): Prisma.Sql => Prisma.sql`${columnOf(alias, "action")} = 'pet.update'
  AND ${columnOf(alias, "after")} ->> 'status' = 'sold' AND ${columnOf(alias, "before")} ->> 'status' <> 'sold'`;

/**
 * Matches an event after which the pet is no longer sold, so that its sale no longer counts. A pet that is deleted
 * stays sold.
 * @param alias - The alias of audit_event.
 */
export const isSaleTakenBack = (alias: string): Prisma.Sql => Prisma.sql`${columnOf(alias, "action")} = 'pet.update'
  AND ${columnOf(alias, "before")} ->> 'status' = 'sold' AND ${columnOf(alias, "after")} ->> 'status' <> 'sold'`;

type Counted = { readonly action: AuditAction; readonly where: readonly Prisma.Sql[] };

/**
 * Defines which rows of audit_event `GET /statistics` counts under each name. get-statistics.ts adds up the same
 * events.
 */
export const countedEvents: Readonly<Record<CountedAs, Counted>> = {
  added: { action: "pet.create", where: [Prisma.sql`EXISTS (SELECT FROM pet WHERE pet.id = subject_id)`] },
  sold: {
    action: "pet.update",
    where: [
      isSale("audit_event"),
      Prisma.sql`NOT EXISTS (SELECT FROM audit_event AS later
        WHERE later.subject_kind = 'pet' AND later.subject_id = audit_event.subject_id
          AND (later.at, later.id) > (audit_event.at, audit_event.id) AND later.at >= audit_event.at
          AND ${isSaleTakenBack("later")})`,
    ],
  },
  ordered: { action: "order.create", where: [] },
};
