CREATE TABLE "safety_sheet_versions" (
	"account_id" uuid NOT NULL,
	"sheet_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"revised_on" date,
	"sha256" text NOT NULL,
	"file" text NOT NULL,
	"file_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"pages" integer NOT NULL,
	"has_text" boolean NOT NULL,
	"words" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "safety_sheet_versions_account_id_sheet_id_version_pk" PRIMARY KEY("account_id","sheet_id","version")
);
--> statement-breakpoint
CREATE TABLE "safety_sheets" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"maker" text NOT NULL,
	"language" text NOT NULL,
	"review_on" date,
	"version" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"words" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple', words))) STORED,
	CONSTRAINT "safety_sheets_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "safety_sheet_versions_file" ON "safety_sheet_versions" USING btree ("account_id","sha256");--> statement-breakpoint
CREATE INDEX "safety_sheets_name" ON "safety_sheets" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "safety_sheets_search" ON "safety_sheets" USING gin ("search");