ALTER TABLE "changes_changes" ADD COLUMN "decisions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "changes_changes" ADD COLUMN "follow_up" boolean DEFAULT false NOT NULL;