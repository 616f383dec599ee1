-- A saved view has a list of external ids, as `GET /pets` takes several. Views from before have a single text. An account
-- has at most 100 views of each page, so the rows are few.
UPDATE "saved_view" SET "query" = jsonb_set("query", '{externalId}', jsonb_build_array("query" -> 'externalId'))
WHERE jsonb_typeof("query" -> 'externalId') = 'string';
