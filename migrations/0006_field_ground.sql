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
CREATE INDEX "evidence_entries_about" ON "evidence_entries" USING gin ("about");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_seals_number" ON "evidence_seals" USING btree ("account_id","job_id","number");--> statement-breakpoint
CREATE INDEX "sync_commands_record" ON "sync_commands" USING btree ("account_id","record_id","number");--> statement-breakpoint
CREATE INDEX "sync_commands_job" ON "sync_commands" USING btree ("account_id","job_id","number");--> statement-breakpoint
CREATE INDEX "sync_records_job" ON "sync_records" USING btree ("account_id","job_id","revision");--> statement-breakpoint
CREATE INDEX "sync_records_account" ON "sync_records" USING btree ("account_id","revision") WHERE job_id is null or job_id = id;