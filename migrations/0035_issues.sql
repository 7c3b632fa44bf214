CREATE TABLE "issues_issues" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"number" text,
	"state" text NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"firm_id" uuid,
	"user_id" uuid,
	"due" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "issues_issues_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "issues_issues_job" ON "issues_issues" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE INDEX "issues_issues_firm" ON "issues_issues" USING btree ("account_id","firm_id");