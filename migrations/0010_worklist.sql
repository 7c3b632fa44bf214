CREATE TABLE "worklist_items" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"job_id" uuid NOT NULL,
	"date" date NOT NULL,
	"number" text,
	"title" text NOT NULL,
	"type" text,
	"state" text,
	"person" uuid,
	"cents" bigint,
	"context" uuid,
	"tags" text[] NOT NULL,
	"photos" text[] NOT NULL,
	"words" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', words) || to_tsvector('simple', words)) STORED,
	CONSTRAINT "worklist_items_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
-- One projection for lists over all jobs. Entries and weathers move what they are found by into it, as it is: folded by 0009.
INSERT INTO "worklist_items" ("account_id", "id", "kind", "job_id", "date", "title", "type", "state", "person", "context", "tags", "photos", "words")
SELECT "account_id", "id", 'logs.entry', "job_id", "date", "title", "type", CASE WHEN "approved" THEN 'approved' WHEN NOT "approved" THEN 'declined' END,
       "author", "weather", "tags", "photos", "words" FROM "logs_entries";--> statement-breakpoint
INSERT INTO "worklist_items" ("account_id", "id", "kind", "job_id", "date", "title", "tags", "photos", "words")
SELECT "account_id", "id", 'logs.weather', "job_id", "date", 'Weather', '{}', '{}', "words" FROM "logs_weathers";--> statement-breakpoint
DROP INDEX "logs_entries_newest";--> statement-breakpoint
DROP INDEX "logs_entries_author";--> statement-breakpoint
DROP INDEX "logs_entries_weather";--> statement-breakpoint
DROP INDEX "logs_entries_search";--> statement-breakpoint
DROP INDEX "logs_weathers_search";--> statement-breakpoint
CREATE INDEX "worklist_items_newest" ON "worklist_items" USING btree ("account_id","kind","date","id");--> statement-breakpoint
CREATE INDEX "worklist_items_of_job" ON "worklist_items" USING btree ("account_id","job_id","kind","date");--> statement-breakpoint
CREATE INDEX "worklist_items_person" ON "worklist_items" USING btree ("account_id","kind","person");--> statement-breakpoint
CREATE INDEX "worklist_items_context" ON "worklist_items" USING btree ("account_id","context");--> statement-breakpoint
CREATE INDEX "worklist_items_search" ON "worklist_items" USING gin ("search");--> statement-breakpoint
ALTER TABLE "logs_entries" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "logs_entries" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "logs_weathers" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "logs_weathers" DROP COLUMN "words";--> statement-breakpoint
DROP FUNCTION IF EXISTS "logs_found"(jsonb, uuid, date, date, text, int);
