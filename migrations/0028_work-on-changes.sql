ALTER TABLE "changes_changes" ADD COLUMN "logged" jsonb;--> statement-breakpoint
ALTER TABLE "changes_changes" ADD COLUMN "logged_cents" bigint DEFAULT 0 NOT NULL;