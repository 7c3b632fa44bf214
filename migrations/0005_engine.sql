ALTER TABLE "sequences_enrolments" ADD COLUMN "asked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences_senders" ADD COLUMN "made_up_until" timestamp (3) with time zone;