CREATE TABLE "leads_files" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"file" text NOT NULL,
	"thumb_file" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "leads_files_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_work_photos" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"thumb_file" text NOT NULL,
	"screen_file" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"caption" text,
	"sha256" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "leads_work_photos_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "person_name" text;--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "services" text;--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "service_area" text;--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "introduction" text;--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "face_file" text;--> statement-breakpoint
CREATE INDEX "leads_files_lead" ON "leads_files" USING btree ("account_id","lead_id","created_at");--> statement-breakpoint
CREATE INDEX "leads_files_size" ON "leads_files" USING btree ("account_id","bytes");--> statement-breakpoint
CREATE INDEX "leads_work_photos_newest" ON "leads_work_photos" USING btree ("account_id","created_at");