CREATE TABLE "imports" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file" text,
	"bytes" integer NOT NULL,
	"parts" jsonb NOT NULL,
	"job_id" uuid,
	"preview" jsonb,
	"state" text NOT NULL,
	"by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"position" integer NOT NULL,
	"total" integer NOT NULL,
	"added" jsonb NOT NULL,
	"known" integer NOT NULL,
	"repeated" integer NOT NULL,
	"refused" integer NOT NULL,
	"problems" jsonb NOT NULL,
	"removed" integer NOT NULL,
	"kept" integer NOT NULL,
	"trouble" text,
	CONSTRAINT "imports_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "imports_records" (
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"job_id" uuid,
	"number" integer NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "imports_records_account_id_import_id_record_id_pk" PRIMARY KEY("account_id","import_id","record_id")
);
--> statement-breakpoint
CREATE INDEX "imports_records_job" ON "imports_records" USING btree ("account_id","job_id");