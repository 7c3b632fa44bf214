CREATE TABLE "businesses_turned_off" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"label" text NOT NULL,
	"kept" jsonb,
	"turned_on_at" timestamp (3) with time zone,
	"left_off_at" timestamp (3) with time zone,
	CONSTRAINT "businesses_turned_off_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_webhooks" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "leads_imports" ADD COLUMN "quoting" text DEFAULT 'double' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads_imports" ADD COLUMN "title_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads_imports" ADD COLUMN "shown" jsonb;--> statement-breakpoint
ALTER TABLE "leads_imports" ADD COLUMN "opted_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "searched" text GENERATED ALWAYS AS (translate(replace(lower(regexp_replace(normalize(name || ' ' || email, NFKD), '[̀-ͯ''’‘ʼ`´]', '', 'g')), 'ß', 'ss'), 'øłđðħı', 'olddhi')) STORED;--> statement-breakpoint
ALTER TABLE "leads_replies" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "media_originals" ADD COLUMN "taken_local" text;--> statement-breakpoint
ALTER TABLE "media_originals" ADD COLUMN "is_incomplete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "businesses_turned_off_open" ON "businesses_turned_off" USING btree ("account_id") WHERE turned_on_at is null and left_off_at is null;--> statement-breakpoint
CREATE INDEX "media_originals_stored" ON "media_originals" USING btree ("account_id","bytes");