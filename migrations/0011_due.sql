CREATE TABLE "due_items" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "due_items_account_id_kind_record_user_id_pk" PRIMARY KEY("account_id","kind","record","user_id")
);
--> statement-breakpoint
CREATE INDEX "due_items_of_person" ON "due_items" USING btree ("account_id","user_id","due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "due_items_to_remind" ON "due_items" USING btree ("due_at") WHERE done_at is null and reminded_at is null;
--> statement-breakpoint
-- Who was reminded of a log stays reminded, and isn't shown it again. The record is the day of the business's own log: its id is derived
-- from job, date and account, as `dayId` of src/tools/logs/ids.ts does (the first 16 bytes of a SHA-256, as a UUID of version 8).
INSERT INTO "due_items" ("account_id", "kind", "record", "user_id", "job_id", "due_at", "ends_at", "done_at", "reminded_at")
SELECT "account_id", 'logs.missing', (substr(hash, 1, 8) || '-' || substr(hash, 9, 4) || '-8' || substr(hash, 14, 3) || '-'
    || substr('89ab', (('x' || substr(hash, 17, 1))::bit(4) & b'0011')::int + 1, 1) || substr(hash, 18, 3) || '-' || substr(hash, 21, 12))::uuid,
  "user_id", "job_id", "at", "at" + interval '7 days', "at", "at"
FROM (SELECT *, encode(sha256(convert_to('["logs.day","' || "job_id" || '","' || "date" || '","' || "account_id" || '"]', 'UTF8')), 'hex') AS hash
  FROM "logs_reminded") AS reminded;
--> statement-breakpoint
DROP TABLE "logs_reminded" CASCADE;
--> statement-breakpoint
-- The task that reminded of logs is gone: its schedule would fill a queue that nobody empties.
DO $$ BEGIN
  IF to_regclass('pgboss.schedule') IS NOT NULL THEN DELETE FROM pgboss.schedule WHERE name = 'logs.remind'; END IF;
  IF to_regclass('pgboss.job') IS NOT NULL THEN DELETE FROM pgboss.job WHERE name = 'logs.remind' AND state < 'active'; END IF;
END $$;
