ALTER TABLE "sequences_enrolments" ADD COLUMN "about_id" uuid;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "statement" text;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "choice" jsonb;--> statement-breakpoint
ALTER TABLE "estimates_estimates" ADD COLUMN "cents" bigint;--> statement-breakpoint
ALTER TABLE "estimates_estimates" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "estimates_estimates" ADD COLUMN "follow_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "estimates_estimates" ADD COLUMN "end_announced" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "estimates_estimates" ADD COLUMN "deposit_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sequences_enrolments_about" ON "sequences_enrolments" USING btree ("account_id","about_id") WHERE about_id is not null;--> statement-breakpoint
CREATE INDEX "estimates_estimates_followed" ON "estimates_estimates" USING btree ("account_id") WHERE follow_up and state in ('sent', 'viewed');--> statement-breakpoint
CREATE INDEX "estimates_estimates_sent" ON "estimates_estimates" USING btree ("account_id","sent_at");