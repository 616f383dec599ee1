/**
 * Measures how much text a request or a job reads and writes for its pets. This is the only place that does so.
 * PostgreSQL measures it before the rows are read: a thousand pets take about 100 kB, or 50 MB with full profiles, or
 * far more with notes.
 */

/**
 * The size of the objects of a row and its event, in addition to its texts. Without this, a million notes of one letter
 * would count as no more than a megabyte.
 */
export const ROW_BYTES = 600;

/** The size of a note in bytes, as an SQL expression of its columns. */
export const noteBytes = `(octet_length(note.text) + octet_length(note.author::text)
  + coalesce(octet_length(note.external_id), 0) + ${ROW_BYTES})`;

/** The size of a profile's values in bytes, as an SQL expression of its columns. */
export const profileBytes = `(octet_length(pet_profile.attributes::text) + ${ROW_BYTES})`;

/** The size in bytes of the row that a deletion has recorded, as an SQL expression of the event's columns. */
export const deletedBytes = `(octet_length(before::text) + ${ROW_BYTES})`;

/**
 * The size in bytes of the notes, values and photos of a pet, which a deletion records.
 * @param id - An SQL expression.
 */
export const bytesOfPet = (id: string): string => `(
  coalesce((SELECT sum(${noteBytes}) FROM note WHERE note.pet_id = ${id}), 0)
  + ${bytesOfProfile(id)})`;

/** The size of a pet's profile in bytes. @param id - An SQL expression. */
export const bytesOfProfile = (id: string): string => `(
  coalesce((SELECT ${profileBytes} FROM pet_profile WHERE pet_profile.pet_id = ${id}), 0)
  + coalesce((SELECT sum(octet_length(media.placeholder) + octet_length(media.sizes::text) + 1000)
      FROM photo JOIN media ON media.sha256 = photo.sha256 WHERE photo.pet_id = ${id}), 0))`;

/**
 * The size in bytes of the profile that a deleted pet would get back. It is a scalar subquery, because joins are
 * planned as scans.
 * @param id - An SQL expression.
 */
export const bytesOfDeletedProfile = (id: string): string => `coalesce((
    SELECT CASE action WHEN 'profile.delete' THEN ${deletedBytes} END FROM audit_event
    WHERE subject_kind = 'profile' AND subject_id = ${id} ORDER BY at DESC, id DESC LIMIT 1
  ), 0)`;

/** The time of a pet's last deletion. Its notes were deleted at the same time. @param id - An SQL expression. */
export const lastDeletionOf = (id: string): string => `(
    SELECT at FROM audit_event WHERE subject_kind = 'pet' AND subject_id = ${id} AND action = 'pet.delete'
    ORDER BY at DESC, id DESC LIMIT 1
  )`;

/**
 * Returns a SELECT that reads the notes which were deleted at the given times. Its rows have `pet_id` and the total
 * `bytes` of the notes.
 * @param times - An expression of SQL for an array of times.
 */
export const bytesOfDeletedNotes = (times: string): string => `
  SELECT (before ->> 'petId')::bigint AS pet_id, sum(${deletedBytes}) AS bytes
  FROM audit_event WHERE action = 'note.delete' AND at = ANY (${times}) GROUP BY 1`;
