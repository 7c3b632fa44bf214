CREATE TABLE "logs_days" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"date" date NOT NULL,
	"company" uuid NOT NULL,
	"company_name" text,
	"state" text NOT NULL,
	"why" text,
	"state_at" timestamp (3) with time zone,
	"state_by" uuid,
	CONSTRAINT "logs_days_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "logs_entries" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"date" date NOT NULL,
	"company" uuid NOT NULL,
	"weather" uuid NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"title" text NOT NULL,
	"people" integer,
	"hours" double precision,
	"hours_lost" double precision,
	"tags" text[] NOT NULL,
	"photos" text[] NOT NULL,
	"corrects" uuid,
	"approved" boolean,
	"author" uuid,
	"written_at" timestamp (3) with time zone NOT NULL,
	"words" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', words) || to_tsvector('simple', words)) STORED,
	CONSTRAINT "logs_entries_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "logs_reminded" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"date" date NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "logs_reminded_account_id_job_id_date_user_id_pk" PRIMARY KEY("account_id","job_id","date","user_id")
);
--> statement-breakpoint
CREATE TABLE "logs_reminders" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"hour" integer NOT NULL,
	CONSTRAINT "logs_reminders_account_id_job_id_pk" PRIMARY KEY("account_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "logs_weathers" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"date" date NOT NULL,
	"said" jsonb NOT NULL,
	"words" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', words) || to_tsvector('simple', words)) STORED,
	CONSTRAINT "logs_weathers_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "shape" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "company" uuid;--> statement-breakpoint
ALTER TABLE "reports_schedules" ADD COLUMN "shape" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports_schedules" ADD COLUMN "company" uuid;--> statement-breakpoint
CREATE INDEX "logs_days_newest" ON "logs_days" USING btree ("account_id","date","id");--> statement-breakpoint
CREATE INDEX "logs_days_of_job" ON "logs_days" USING btree ("account_id","job_id","date");--> statement-breakpoint
CREATE INDEX "logs_entries_newest" ON "logs_entries" USING btree ("account_id","date","id");--> statement-breakpoint
CREATE INDEX "logs_entries_of_day" ON "logs_entries" USING btree ("account_id","job_id","date","company");--> statement-breakpoint
CREATE INDEX "logs_entries_author" ON "logs_entries" USING btree ("account_id","author","date");--> statement-breakpoint
CREATE INDEX "logs_entries_weather" ON "logs_entries" USING btree ("account_id","weather");--> statement-breakpoint
CREATE INDEX "logs_entries_search" ON "logs_entries" USING gin ("search");--> statement-breakpoint
CREATE INDEX "logs_weathers_of_job" ON "logs_weathers" USING btree ("account_id","job_id","date");--> statement-breakpoint
CREATE INDEX "logs_weathers_search" ON "logs_weathers" USING gin ("search");