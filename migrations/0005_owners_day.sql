ALTER TABLE "businesses_accounts" ADD COLUMN "review_link" text;--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "first_run" jsonb;