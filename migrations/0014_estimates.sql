CREATE TABLE "estimates_estimates" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"number" text,
	"state" text NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"choice" jsonb,
	CONSTRAINT "estimates_estimates_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "estimates_versions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"estimate_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "estimates_versions_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "papers_answers" ADD COLUMN "details" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "estimates_estimates_number" ON "estimates_estimates" USING btree ("account_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "estimates_versions_of_estimate" ON "estimates_versions" USING btree ("account_id","estimate_id","version");