/**
 * The days for which an action can be undone, and attributes, photos and the photos of a deleted pet can be restored.
 */
export const RESTORE_DAYS = 30;
