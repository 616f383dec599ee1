/**
 * How much a request or a job reads and writes of pets, as text: the only place that weighs them. PostgreSQL measures it
 * before the rows are read: a thousand pets are some 100 kB, or 50 MB with full profiles, or far more with notes.
 */

/** What the objects of a row and of its event take beside its texts: a million notes of one letter are no megabyte. */
export const ROW_BYTES = 600;

/** Bytes of a note, as an expression of its columns. */
export const noteBytes = `(octet_length(note.text) + octet_length(note.author::text) + ${ROW_BYTES})`;

/** Bytes of a profile's values, as an expression of its columns. */
export const profileBytes = `(octet_length(pet_profile.attributes::text) + ${ROW_BYTES})`;

/** Bytes of what a deletion recorded of a row, as an expression of the event's columns. */
export const deletedBytes = `(octet_length(before::text) + ${ROW_BYTES})`;

/** Bytes of the notes, values and photos that a pet has, which a deletion records. @param id - An expression. */
export const bytesOfPet = (id: string): string => `(
  coalesce((SELECT sum(${noteBytes}) FROM note WHERE note.pet_id = ${id}), 0)
  + ${bytesOfProfile(id)})`;

/** Bytes of a pet's profile. @param id - An expression. */
export const bytesOfProfile = (id: string): string => `(
  coalesce((SELECT ${profileBytes} FROM pet_profile WHERE pet_profile.pet_id = ${id}), 0)
  + coalesce((SELECT sum(octet_length(media.placeholder) + octet_length(media.sizes::text) + 1000)
      FROM photo JOIN media ON media.sha256 = photo.sha256 WHERE photo.pet_id = ${id}), 0))`;

/** Bytes of the profile that a deleted pet gets back. Scalar: joins are planned as scans. @param id - An expression. */
export const bytesOfDeletedProfile = (id: string): string => `coalesce((
    SELECT CASE action WHEN 'profile.delete' THEN ${deletedBytes} END FROM audit_event
    WHERE subject_kind = 'profile' AND subject_id = ${id} ORDER BY at DESC, id DESC LIMIT 1
  ), 0)`;

/** When a pet was last deleted: its notes were deleted at the same time. @param id - An expression. */
export const lastDeletionOf = (id: string): string => `(
    SELECT at FROM audit_event WHERE subject_kind = 'pet' AND subject_id = ${id} AND action = 'pet.delete'
    ORDER BY at DESC, id DESC LIMIT 1
  )`;

/** A SELECT of `pet_id` and `bytes` of the notes deleted at some times, all in one pass. @param times - An array. */
export const bytesOfDeletedNotes = (times: string): string => `
  SELECT (before ->> 'petId')::bigint AS pet_id, sum(${deletedBytes}) AS bytes
  FROM audit_event WHERE action = 'note.delete' AND at = ANY (${times}) GROUP BY 1`;
