/** `json_agg` and `json_build_object` would write spaces, and everything else in a page has none. */
const compactArray = (entry: string, order: string) =>
  `('[' || string_agg((${entry})::text, ',' ORDER BY ${order}) || ']')::json`;

const utcText = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A row of `photo`, with its `media`, as JSON for a profile that PostgreSQL writes. It is equal to what `findPhotos`
 * returns.
 */
const photoJson = (placeholder: string) => `(SELECT row_to_json(one) FROM (SELECT
    photo.id, photo.pet_id AS "petId", encode(photo.sha256, 'hex') AS sha256, media.width, media.height,
    photo.alt, photo.position,
    CASE WHEN photo.focal_x IS NOT NULL THEN
      (SELECT row_to_json(point) FROM (SELECT photo.focal_x AS x, photo.focal_y AS y) AS point)
    END AS "focalPoint",
    photo.rotation, ${placeholder} AS placeholder,
    (SELECT ${compactArray("row_to_json(entry)", "entry.width")} FROM (
      SELECT size->0 AS width, size->1 AS height,
        '/media/' || encode(media.sha256, 'hex') || '/' || (size->>0) || '.webp' AS url
      FROM jsonb_array_elements(media.sizes) AS each (size)
    ) AS entry) AS sizes,
    ${utcText("photo.created_at")} AS "createdAt",
    ${utcText("coalesce(photo.updated_at, photo.created_at)")} AS "updatedAt"
  ) AS one)`;

/**
 * The photos of a pet as a JSON array, in their order.
 * @param petId, placeholder - SQL expressions.
 */
export const photosSql = (petId: string, placeholder = "media.placeholder"): string => `(
    SELECT coalesce(${compactArray(photoJson(placeholder), "photo.position, photo.id")}, '[]')
    FROM photo JOIN media ON media.sha256 = photo.sha256 WHERE photo.pet_id = ${petId} AND photo.deleted_at IS NULL
  )`;
