import type { Photo } from "@petstore/contract/routes";
import { type AuditEntry, creationOf, deletionOf, updateOf } from "../../operation/audit-trail.js";

/**
 * Leaves out the placeholder, because it shows the photo and the audit trail remains after the photo was erased. The
 * events of the feed have an empty picture instead.
 */
const recorded = ({ placeholder: _, ...photo }: Photo) => photo;

export const photoCreation = (photo: Photo): AuditEntry => creationOf("photo", recorded(photo));

export const photoUpdate = (before: Photo, after: Photo): AuditEntry =>
  updateOf("photo", recorded(before), recorded(after));

export const photoDeletion = (photo: Photo): AuditEntry => deletionOf("photo", recorded(photo));

/** An erasure cannot be undone. */
export const photoErasure = (photo: Photo): AuditEntry => ({ ...photoDeletion(photo), action: "photo.erase" });

export const photoRestoration = (photo: Photo): AuditEntry => ({
  ...photoCreation(photo),
  action: "photo.restore",
});
