ALTER TABLE "papers_recipients" ADD COLUMN "turn" integer;--> statement-breakpoint
ALTER TABLE "papers_recipients" ADD COLUMN "waiting" jsonb;