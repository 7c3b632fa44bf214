CREATE TABLE "drips_drafts" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"brief" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads_captures" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"source" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leads_captures_account_id_id_email_pk" PRIMARY KEY("account_id","id","email")
);
--> statement-breakpoint
CREATE TABLE "site_contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"held_because" text
);
--> statement-breakpoint
CREATE TABLE "site_page_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"path" text NOT NULL,
	"title" text NOT NULL,
	"location" text NOT NULL,
	"referrer" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_waitlist_entries" (
	"email" text NOT NULL,
	"source" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"held_because" text,
	CONSTRAINT "site_waitlist_entries_email_source_pk" PRIMARY KEY("email","source")
);
--> statement-breakpoint
CREATE INDEX "drips_drafts_expiry" ON "drips_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "site_contact_messages_newest" ON "site_contact_messages" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "site_page_views_newest" ON "site_page_views" USING btree ("at");--> statement-breakpoint
CREATE INDEX "site_waitlist_entries_source" ON "site_waitlist_entries" USING btree ("source","joined_at");