ALTER TABLE "leads_answers" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "leads_answers" ADD COLUMN "emailed_from" text;--> statement-breakpoint
ALTER TABLE "leads_replies" ADD COLUMN "other_sender" text;--> statement-breakpoint
CREATE INDEX "leads_id" ON "leads" USING btree ("id");