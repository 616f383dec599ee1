-- The lists' parameters `name`, `from` and `to` are now `q`, `createdFrom` and `createdTo`, so saved views use these names.
-- An account has at most 100 views of each page, so the rows are few.
UPDATE "saved_view" SET "query" = ("query" - 'name') || jsonb_build_object('q', "query" -> 'name')
WHERE "query" ? 'name';

UPDATE "list_view" SET "query" = ("query" - 'from') || jsonb_build_object('createdFrom', "query" -> 'from')
WHERE "page" = 'history' AND "query" ? 'from';

UPDATE "list_view" SET "query" = ("query" - 'to') || jsonb_build_object('createdTo', "query" -> 'to')
WHERE "page" = 'history' AND "query" ? 'to';
