CREATE TABLE "leads_imports" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file" text,
	"hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"encoding" text NOT NULL,
	"delimiter" text NOT NULL,
	"has_header" boolean NOT NULL,
	"headers" jsonb NOT NULL,
	"sample" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"day_first" boolean NOT NULL,
	"counts" jsonb,
	"state" text NOT NULL,
	"origin" text,
	"wording" text,
	"page_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"position" integer NOT NULL,
	"added" integer NOT NULL,
	"known" integer NOT NULL,
	"suppressed" integer NOT NULL,
	"repeated" integer NOT NULL,
	"errors" integer NOT NULL,
	"partly" integer NOT NULL,
	"starts_after" timestamp (3) with time zone,
	"starts_until" timestamp (3) with time zone,
	"removed" integer NOT NULL,
	"kept" jsonb NOT NULL,
	CONSTRAINT "leads_imports_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_imports_errors" (
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"line" integer NOT NULL,
	"field" text NOT NULL,
	"problem" text NOT NULL,
	"is_taken" boolean NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "leads_imports_errors_account_id_import_id_row_pk" PRIMARY KEY("account_id","import_id","row")
);
--> statement-breakpoint
CREATE TABLE "leads_imports_people" (
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"is_new" boolean NOT NULL,
	"touched" boolean NOT NULL,
	"phone" text,
	CONSTRAINT "leads_imports_people_account_id_import_id_lead_id_pk" PRIMARY KEY("account_id","import_id","lead_id")
);
--> statement-breakpoint
ALTER TABLE "leads_touches" ALTER COLUMN "page_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_imports_people_lead" ON "leads_imports_people" USING btree ("account_id","lead_id");