ALTER TABLE "reports" ADD COLUMN "choice" jsonb;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "book" jsonb;