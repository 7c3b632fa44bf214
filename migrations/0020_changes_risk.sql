ALTER TABLE "changes_changes" ADD COLUMN "written_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "changes_changes" ADD COLUMN "written_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "changes_changes" ADD COLUMN "created_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "changes_changes" SET "created_at" = "state_at";--> statement-breakpoint
ALTER TABLE "changes_changes" ALTER COLUMN "created_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "changes_changes_open" ON "changes_changes" USING btree ("account_id","state","created_at");