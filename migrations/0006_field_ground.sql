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
CREATE INDEX "jobs_of_lead" ON "jobs" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "jobs_by_change" ON "jobs" USING btree ("account_id","changed_at");--> statement-breakpoint
CREATE INDEX "sync_commands_record" ON "sync_commands" USING btree ("account_id","record_id","number");--> statement-breakpoint
CREATE INDEX "sync_commands_job" ON "sync_commands" USING btree ("account_id","job_id","number");--> statement-breakpoint
CREATE INDEX "sync_records_job" ON "sync_records" USING btree ("account_id","job_id","revision");--> statement-breakpoint
CREATE INDEX "sync_records_account" ON "sync_records" USING btree ("account_id","revision") WHERE job_id is null or job_id = id;