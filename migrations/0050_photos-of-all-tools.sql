-- The list of all photos has those of every tool since 0049; here are the ones named before that, each once.
-- Its id is what derivedId("photos.photo", job, sha256) gives: half of SHA-256, with the bits of a UUID of version 8.
INSERT INTO "worklist_items" ("account_id", "id", "kind", "job_id", "date", "title", "person", "tags", "photos", "words")
SELECT "account_id",
       encode(set_byte(set_byte("digest", 6, (get_byte("digest", 6) & 15) | 128), 8, (get_byte("digest", 8) & 63) | 128), 'hex')::uuid,
       'photos.photo', "job_id", "date", 'Photo', "person", '{}', ARRAY["photo"], 'photo'
FROM (
  SELECT DISTINCT ON (r."account_id", r."job_id", f."key")
         r."account_id", r."job_id", substr(f."key", 8) AS "photo",
         substring(sha256(convert_to('["photos.photo","' || r."job_id" || '","' || substr(f."key", 8) || '"]', 'UTF8')) FROM 1 FOR 16) AS "digest",
         (to_timestamp(CASE WHEN jsonb_typeof(f."value" #> '{values,0,value,at}') = 'number' THEN (f."value" #>> '{values,0,value,at}')::float8 ELSE 0 END / 1000)
           AT TIME ZONE coalesce(z."name", 'UTC'))::date AS "date",
         (f."value" #>> '{values,0,author}')::uuid AS "person"
  FROM "sync_records" r
  CROSS JOIN LATERAL jsonb_each(r."fields") f("key", "value")
  LEFT JOIN "jobs" j ON j."account_id" = r."account_id" AND j."job_id" = r."job_id"
  LEFT JOIN "businesses_accounts" b ON b."account_id" = r."account_id"
  LEFT JOIN pg_timezone_names z ON z."name" = coalesce(j."zone", b."zone")
  WHERE r."job_id" IS NOT NULL AND NOT r."removed"
    AND r."kind" NOT IN ('photos.photo', 'changes.request', 'safety.card-paper', 'safety.confidential-injury')
    AND f."key" ~ '^photos\.[0-9a-f]{64}$'
    AND jsonb_typeof(f."value" #> '{values,0,value}') = 'object'
  ORDER BY r."account_id", r."job_id", f."key", r."revision"
) "named"
WHERE NOT EXISTS (
  SELECT FROM "sync_records" o
  WHERE o."account_id" = "named"."account_id"
    AND o."id" = encode(set_byte(set_byte("digest", 6, (get_byte("digest", 6) & 15) | 128), 8, (get_byte("digest", 8) & 63) | 128), 'hex')::uuid
)
ON CONFLICT DO NOTHING;
