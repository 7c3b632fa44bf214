CREATE TABLE "changes_changes" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"pco" text NOT NULL,
	"cor" text,
	"co" text,
	"state" text NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"cents" bigint,
	"days" integer DEFAULT 0 NOT NULL,
	"covered" jsonb,
	"sent_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"void_reason" text,
	CONSTRAINT "changes_changes_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "changes_versions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"sheet" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "changes_versions_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "changes_changes_of_job" ON "changes_changes" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "changes_changes_pco" ON "changes_changes" USING btree ("account_id","job_id","pco");--> statement-breakpoint
CREATE UNIQUE INDEX "changes_changes_cor" ON "changes_changes" USING btree ("account_id","job_id","cor");--> statement-breakpoint
CREATE UNIQUE INDEX "changes_changes_co" ON "changes_changes" USING btree ("account_id","job_id","co");--> statement-breakpoint
CREATE UNIQUE INDEX "changes_versions_of_change" ON "changes_versions" USING btree ("account_id","change_id","version");