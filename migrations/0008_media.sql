ALTER TABLE "media_originals" ADD COLUMN "taken_local" text;--> statement-breakpoint
ALTER TABLE "media_originals" ADD COLUMN "is_incomplete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "media_originals_stored" ON "media_originals" USING btree ("account_id","bytes");