CREATE TABLE "drips" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"brief" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"draft_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "drips_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "drips_versions" (
	"account_id" uuid NOT NULL,
	"drip_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"text" jsonb NOT NULL,
	"made" text NOT NULL,
	"by_user" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drips_versions_account_id_drip_id_number_pk" PRIMARY KEY("account_id","drip_id","number")
);
--> statement-breakpoint
CREATE TABLE "magnets_versions" (
	"account_id" uuid NOT NULL,
	"magnet_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"text" jsonb NOT NULL,
	"made" text NOT NULL,
	"by_user" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "magnets_versions_account_id_magnet_id_number_pk" PRIMARY KEY("account_id","magnet_id","number")
);
--> statement-breakpoint
ALTER TABLE "drips_drafts" ADD COLUMN "kept_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "drips_drafts" ADD COLUMN "kept_as" uuid;--> statement-breakpoint
ALTER TABLE "drips_drafts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "drips_drafts" ADD COLUMN "model_state" text;--> statement-breakpoint
ALTER TABLE "drips_drafts" ADD COLUMN "model_text" jsonb;--> statement-breakpoint
ALTER TABLE "drips_drafts" ADD COLUMN "model_note" text;--> statement-breakpoint
ALTER TABLE "magnets" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "magnets" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "magnets_drafts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "magnets_drafts" ADD COLUMN "model_state" text;--> statement-breakpoint
ALTER TABLE "magnets_drafts" ADD COLUMN "model_text" jsonb;--> statement-breakpoint
ALTER TABLE "magnets_drafts" ADD COLUMN "model_note" text;--> statement-breakpoint
CREATE UNIQUE INDEX "drips_draft" ON "drips" USING btree ("account_id","draft_hash");--> statement-breakpoint
CREATE INDEX "drips_newest" ON "drips" USING btree ("account_id","created_at");