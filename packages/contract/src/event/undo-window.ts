/**
 * The days for which an action can be undone, and for which what was deleted can be restored: attributes, photos, and the
 * photos of a deleted pet.
 */
export const RESTORE_DAYS = 30;
