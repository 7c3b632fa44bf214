CREATE TABLE "leads_inbound_texts" (
	"account_id" uuid NOT NULL,
	"sid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leads_inbound_texts_account_id_sid_pk" PRIMARY KEY("account_id","sid")
);
--> statement-breakpoint
CREATE TABLE "sms_messages" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"via" text,
	"recipient" text NOT NULL,
	"from_number" text,
	"body" text NOT NULL,
	"segments" integer NOT NULL,
	"about_id" uuid NOT NULL,
	"sid" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"claimed_by" bigint,
	"claimed_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"failure" text,
	"reason" text,
	CONSTRAINT "sms_messages_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "leads_consents" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
CREATE INDEX "sms_messages_due" ON "sms_messages" USING btree ("next_attempt_at","account_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "sms_messages_account_due" ON "sms_messages" USING btree ("account_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "sms_messages_in_flight" ON "sms_messages" USING btree ("claimed_by","account_id") WHERE state in ('claimed', 'committing');--> statement-breakpoint
CREATE INDEX "sms_messages_about" ON "sms_messages" USING btree ("account_id","about_id");--> statement-breakpoint
CREATE INDEX "sms_messages_to" ON "sms_messages" USING btree ("account_id","recipient");--> statement-breakpoint
CREATE INDEX "leads_phone" ON "leads" USING btree ("phone","account_id") WHERE phone is not null;