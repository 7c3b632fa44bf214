ALTER TABLE "leads_captures" ADD COLUMN "answers" jsonb;--> statement-breakpoint
ALTER TABLE "leads_consents" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads_pages" ADD COLUMN "form" jsonb;--> statement-breakpoint
ALTER TABLE "leads_touches" ADD COLUMN "answers" jsonb;