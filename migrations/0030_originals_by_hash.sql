ALTER TABLE "media_originals" ADD COLUMN "likeness" text;--> statement-breakpoint
CREATE INDEX "media_originals_hash" ON "media_originals" USING btree ("sha256");