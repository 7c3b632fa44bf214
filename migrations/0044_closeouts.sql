CREATE TABLE "closeouts_manuals" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"name" text NOT NULL,
	"file" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"pages" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"added_by" uuid,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "closeouts_manuals_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "closeouts_packages" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"letter" text,
	"contacts" text,
	"left_out" text[] NOT NULL,
	"offers_yearly" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "closeouts_packages_account_id_job_id_pk" PRIMARY KEY("account_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "closeouts_reminders" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closeouts_reminders_account_id_job_id_pk" PRIMARY KEY("account_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "closeouts_versions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"page" jsonb,
	"file" text,
	"file_name" text,
	"sha256" text,
	"bytes" integer,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone,
	CONSTRAINT "closeouts_versions_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "closeouts_manuals_of_job" ON "closeouts_manuals" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "closeouts_versions_of_job" ON "closeouts_versions" USING btree ("account_id","job_id","version");