CREATE TABLE "evidence_entries" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"captured_at" timestamp (3) with time zone,
	"author" uuid,
	"kind" text NOT NULL,
	"corrects" integer,
	"media" text[] NOT NULL,
	"payload" jsonb,
	"salt" text,
	"payload_hash" text NOT NULL,
	"previous_hash" text,
	"hash" text NOT NULL,
	"about" uuid[] NOT NULL,
	"retained_by" text,
	"retained_until" timestamp (3) with time zone,
	CONSTRAINT "evidence_entries_account_id_job_id_number_pk" PRIMARY KEY("account_id","job_id","number")
);
--> statement-breakpoint
CREATE TABLE "evidence_heads" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"hash" text,
	"at" timestamp (3) with time zone,
	CONSTRAINT "evidence_heads_account_id_job_id_pk" PRIMARY KEY("account_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "evidence_keys" (
	"account_id" uuid NOT NULL,
	"id" text NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_keys_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "evidence_seals" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"author" uuid,
	"key" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "evidence_seals_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"lat" double precision,
	"lon" double precision,
	"status" text NOT NULL,
	"lead_id" uuid,
	"starts_on" date,
	"finishes_on" date,
	"contract_cents" bigint,
	"zone" text,
	"team" uuid[] NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_account_id_job_id_pk" PRIMARY KEY("account_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "media_derivatives" (
	"account_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"name" text NOT NULL,
	"file" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	CONSTRAINT "media_derivatives_account_id_sha256_name_pk" PRIMARY KEY("account_id","sha256","name")
);
--> statement-breakpoint
CREATE TABLE "media_jobs" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "media_jobs_account_id_job_id_sha256_pk" PRIMARY KEY("account_id","job_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "media_originals" (
	"account_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"file" text NOT NULL,
	"bytes" bigint NOT NULL,
	"kind" text NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"taken_at" timestamp (3) with time zone,
	"camera" text,
	"latitude" double precision,
	"longitude" double precision,
	"accuracy" double precision,
	"poster_of" text,
	"uploaded_by" uuid,
	"received_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"thumbhash" text,
	CONSTRAINT "media_originals_account_id_sha256_pk" PRIMARY KEY("account_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"job_name" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"since_count" bigint,
	"until_count" bigint,
	"since_at" timestamp (3) with time zone,
	"photos_per_page" integer NOT NULL,
	"places" boolean NOT NULL,
	"zone" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"schedule_id" uuid,
	"file" text,
	"file_name" text,
	"sha256" text,
	"bytes" integer,
	"entries" integer,
	"photos" integer,
	"absent" integer,
	"history_number" integer,
	"history_hash" text,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone,
	CONSTRAINT "reports_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "reports_runs" (
	"account_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"report_id" uuid,
	CONSTRAINT "reports_runs_account_id_schedule_id_due_at_pk" PRIMARY KEY("account_id","schedule_id","due_at")
);
--> statement-breakpoint
CREATE TABLE "reports_schedules" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"every" text NOT NULL,
	"weekday" integer NOT NULL,
	"hour" integer NOT NULL,
	"zone" text NOT NULL,
	"photos_per_page" integer NOT NULL,
	"places" boolean NOT NULL,
	"to_client" boolean NOT NULL,
	"recipients" text[] NOT NULL,
	"since_count" bigint NOT NULL,
	"since_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_schedules_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "reports_sendings" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"lead_id" uuid,
	"link_id" uuid NOT NULL,
	"sent_by" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_sendings_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"job_id" uuid,
	"about_id" uuid,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"file" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"means" text,
	"drawing" jsonb,
	"disclosure_version" text,
	"disclosure" text,
	"reason" text NOT NULL,
	"zone" text,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"copy_file" text,
	"copy_sent_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "signatures_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "sync_commands" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"job_id" uuid,
	"number" bigint NOT NULL,
	"author_id" uuid,
	"device_id" uuid,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"skew" bigint NOT NULL,
	"zone" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"sets" jsonb NOT NULL,
	"replaces" jsonb NOT NULL,
	"media" text[] NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "sync_commands_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "sync_heads" (
	"account_id" uuid NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "sync_heads_account_id_pk" PRIMARY KEY("account_id")
);
--> statement-breakpoint
CREATE TABLE "sync_records" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"job_id" uuid,
	"revision" bigint NOT NULL,
	"fields" jsonb NOT NULL,
	"removed" boolean NOT NULL,
	CONSTRAINT "sync_records_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "shares_links" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "shares_links" ADD COLUMN "ask_signature" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "evidence_entries_about" ON "evidence_entries" USING gin ("about");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_seals_number" ON "evidence_seals" USING btree ("account_id","job_id","number");--> statement-breakpoint
CREATE INDEX "jobs_of_lead" ON "jobs" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "jobs_by_change" ON "jobs" USING btree ("account_id","changed_at");--> statement-breakpoint
CREATE INDEX "media_derivatives_file" ON "media_derivatives" USING btree ("account_id","file");--> statement-breakpoint
CREATE INDEX "media_jobs_original" ON "media_jobs" USING btree ("account_id","sha256");--> statement-breakpoint
CREATE INDEX "media_originals_poster" ON "media_originals" USING btree ("account_id","poster_of");--> statement-breakpoint
CREATE INDEX "reports_newest" ON "reports" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_of_job" ON "reports" USING btree ("account_id","job_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_schedules_of_job" ON "reports_schedules" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE INDEX "reports_schedules_due" ON "reports_schedules" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "reports_sendings_of_report" ON "reports_sendings" USING btree ("account_id","report_id");--> statement-breakpoint
CREATE INDEX "reports_sendings_lead" ON "reports_sendings" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_link" ON "signatures" USING btree ("account_id","link_id","state");--> statement-breakpoint
CREATE INDEX "signatures_job" ON "signatures" USING btree ("account_id","job_id","at");--> statement-breakpoint
CREATE INDEX "signatures_file" ON "signatures" USING btree ("account_id","file");--> statement-breakpoint
CREATE INDEX "signatures_about" ON "signatures" USING btree ("account_id","about_id");--> statement-breakpoint
CREATE INDEX "sync_commands_record" ON "sync_commands" USING btree ("account_id","record_id","number");--> statement-breakpoint
CREATE INDEX "sync_commands_job" ON "sync_commands" USING btree ("account_id","job_id","number");--> statement-breakpoint
CREATE INDEX "sync_records_job" ON "sync_records" USING btree ("account_id","job_id","revision");--> statement-breakpoint
CREATE INDEX "sync_records_account" ON "sync_records" USING btree ("account_id","revision") WHERE job_id is null or job_id = id;