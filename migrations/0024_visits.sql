CREATE TABLE "visits_calendars" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"busy" jsonb NOT NULL,
	"events" integer NOT NULL,
	"problem" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visits_calendars_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "visits_settings" (
	"account_id" uuid NOT NULL,
	"is_open" boolean NOT NULL,
	"name" text NOT NULL,
	"week" jsonb NOT NULL,
	"exceptions" jsonb NOT NULL,
	"length_minutes" integer NOT NULL,
	"travel_minutes" integer NOT NULL,
	"notice_hours" integer NOT NULL,
	"ahead_days" integer NOT NULL,
	"places" jsonb NOT NULL,
	"remind_hours" integer NOT NULL,
	"feed_id" uuid NOT NULL,
	CONSTRAINT "visits_settings_account_id_pk" PRIMARY KEY("account_id")
);
--> statement-breakpoint
CREATE TABLE "visits_visits" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"free_at" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	"place" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"address" text,
	"note" text,
	"zone" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"remind_at" timestamp (3) with time zone,
	"over_at" timestamp (3) with time zone,
	CONSTRAINT "visits_visits_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "visits_calendars_next" ON "visits_calendars" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "visits_visits_time" ON "visits_visits" USING btree ("account_id","starts_at");--> statement-breakpoint
CREATE INDEX "visits_visits_lead" ON "visits_visits" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "visits_visits_remind" ON "visits_visits" USING btree ("remind_at","account_id");--> statement-breakpoint
CREATE INDEX "visits_visits_over" ON "visits_visits" USING btree ("ends_at","account_id") WHERE over_at is null and state = 'booked';--> statement-breakpoint
-- No two booked visits of a business at once, whoever saves them. The extension comes with PostgreSQL, and the
-- owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "visits_visits" ADD CONSTRAINT "visits_one_at_a_time" EXCLUDE USING gist ("account_id" WITH =, tstzrange("starts_at", "free_at") WITH &&) WHERE (state = 'booked');
