CREATE TABLE "safety_certificates" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"establishment_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"version" integer NOT NULL,
	"form" jsonb NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"phone" text NOT NULL,
	"day" text NOT NULL,
	"drawing" jsonb NOT NULL,
	"reason" text NOT NULL,
	"certified_by" uuid,
	"certified_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "safety_certificates_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "safety_company_years" (
	"account_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"most_in_company" integer,
	"emr" integer,
	CONSTRAINT "safety_company_years_account_id_year_pk" PRIMARY KEY("account_id","year")
);
--> statement-breakpoint
CREATE TABLE "safety_establishment_jobs" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"establishment_id" uuid NOT NULL,
	CONSTRAINT "safety_establishment_jobs_account_id_job_id_pk" PRIMARY KEY("account_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "safety_establishments" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"company" text NOT NULL,
	"ein" text NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"industry" text NOT NULL,
	"naics" text NOT NULL,
	"owner" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "safety_establishments_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "safety_years" (
	"account_id" uuid NOT NULL,
	"establishment_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"headcount" integer,
	"average_employees" integer,
	"hours" bigint,
	"done" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "safety_years_account_id_establishment_id_year_pk" PRIMARY KEY("account_id","establishment_id","year")
);
--> statement-breakpoint
ALTER TABLE "logs_entries" ADD COLUMN "crew" text;--> statement-breakpoint
CREATE UNIQUE INDEX "safety_certificates_version" ON "safety_certificates" USING btree ("account_id","establishment_id","year","version");--> statement-breakpoint
CREATE INDEX "logs_entries_crews" ON "logs_entries" USING btree ("account_id","date") WHERE crew is not null;
--> statement-breakpoint
UPDATE "logs_entries" e SET "crew" = coalesce(r."fields" #>> '{crew,values,0,value,company}', '')
  FROM "sync_records" r
 WHERE r."account_id" = e."account_id" AND r."id" = e."id" AND e."people" IS NOT NULL;
