CREATE TABLE "api_answers" (
	"account_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"idempotency_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_answers_account_id_key_id_idempotency_hash_pk" PRIMARY KEY("account_id","key_id","idempotency_hash")
);
--> statement-breakpoint
CREATE TABLE "api_deliveries" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"first_tried_at" timestamp (3) with time zone,
	"last_tried_at" timestamp (3) with time zone,
	"status" integer,
	"answer" text,
	"problem" text,
	CONSTRAINT "api_deliveries_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_events" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" bigint,
	"type" text NOT NULL,
	"lead_id" uuid,
	"details" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_events_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used" date,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_webhooks" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"disabled_why" text,
	CONSTRAINT "api_webhooks_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "businesses_domain_checks" (
	"account_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"host" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"parts" jsonb NOT NULL,
	"dns_host" text,
	CONSTRAINT "businesses_domain_checks_account_id_pk" PRIMARY KEY("account_id")
);
--> statement-breakpoint
CREATE TABLE "events_deeds" (
	"account_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"what" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "events_deeds_account_id_lead_id_what_about_pk" PRIMARY KEY("account_id","lead_id","what","about")
);
--> statement-breakpoint
CREATE TABLE "leads_imports" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file" text,
	"hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"encoding" text NOT NULL,
	"delimiter" text NOT NULL,
	"has_header" boolean NOT NULL,
	"headers" jsonb NOT NULL,
	"sample" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"day_first" boolean NOT NULL,
	"counts" jsonb,
	"state" text NOT NULL,
	"origin" text,
	"wording" text,
	"page_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"position" integer NOT NULL,
	"added" integer NOT NULL,
	"known" integer NOT NULL,
	"suppressed" integer NOT NULL,
	"repeated" integer NOT NULL,
	"errors" integer NOT NULL,
	"partly" integer NOT NULL,
	"starts_after" timestamp (3) with time zone,
	"starts_until" timestamp (3) with time zone,
	"removed" integer NOT NULL,
	"kept" jsonb NOT NULL,
	CONSTRAINT "leads_imports_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_imports_errors" (
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"line" integer NOT NULL,
	"field" text NOT NULL,
	"problem" text NOT NULL,
	"is_taken" boolean NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "leads_imports_errors_account_id_import_id_row_pk" PRIMARY KEY("account_id","import_id","row")
);
--> statement-breakpoint
CREATE TABLE "leads_imports_people" (
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"is_new" boolean NOT NULL,
	"touched" boolean NOT NULL,
	"phone" text,
	CONSTRAINT "leads_imports_people_account_id_import_id_lead_id_pk" PRIMARY KEY("account_id","import_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "leads_held_back" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"source" jsonb NOT NULL,
	"answers" jsonb,
	"reasons" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leads_held_back_account_id_id_email_pk" PRIMARY KEY("account_id","id","email")
);
--> statement-breakpoint
CREATE TABLE "leads_inbound_texts" (
	"account_id" uuid NOT NULL,
	"sid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leads_inbound_texts_account_id_sid_pk" PRIMARY KEY("account_id","sid")
);
--> statement-breakpoint
CREATE TABLE "leads_links" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	CONSTRAINT "leads_links_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_unconfirmed" (
	"account_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"source" jsonb NOT NULL,
	"answers" jsonb,
	"wording_version" text NOT NULL,
	"wording" text NOT NULL,
	"text_wording" text NOT NULL,
	"shown_at" text NOT NULL,
	"asked_at" timestamp (3) with time zone,
	CONSTRAINT "leads_unconfirmed_account_id_lead_id_id_pk" PRIMARY KEY("account_id","lead_id","id")
);
--> statement-breakpoint
CREATE TABLE "sequences_heads_ups" (
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sequences_heads_ups_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "sequences_senders" (
	"account_id" uuid NOT NULL,
	"address" text NOT NULL,
	"first_day" date NOT NULL,
	"day" date NOT NULL,
	"sent" integer NOT NULL,
	"made_up_until" timestamp (3) with time zone,
	CONSTRAINT "sequences_senders_account_id_address_pk" PRIMARY KEY("account_id","address")
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
DROP INDEX "sequences_page";--> statement-breakpoint
DROP INDEX "sequences_enrolments_once";--> statement-breakpoint
DROP INDEX "sequences_steps_due";--> statement-breakpoint
ALTER TABLE "leads_touches" ALTER COLUMN "page_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences" ALTER COLUMN "page_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "send_window" jsonb;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "texts_stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "paused_until" date;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "mail_spacing" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "unconfirmed_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "confirm_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "booked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "outcome_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads_captures" ADD COLUMN "answers" jsonb;--> statement-breakpoint
ALTER TABLE "leads_consents" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads_consents" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads_pages" ADD COLUMN "form" jsonb;--> statement-breakpoint
ALTER TABLE "leads_touches" ADD COLUMN "answers" jsonb;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "trigger" jsonb DEFAULT '{"kind":"new lead"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "drip_id" uuid;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sequences_enrolments" ADD COLUMN "run" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences_enrolments" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sequences_enrolments" ADD COLUMN "asked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences_steps" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "api_answers_at" ON "api_answers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "api_deliveries_due" ON "api_deliveries" USING btree ("due_at","account_id","webhook_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "api_deliveries_webhook" ON "api_deliveries" USING btree ("account_id","webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "api_deliveries_created" ON "api_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_events_number" ON "api_events" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "api_events_new" ON "api_events" USING btree ("account_id") WHERE number is null;--> statement-breakpoint
CREATE INDEX "api_events_lead" ON "api_events" USING btree ("account_id","lead_id","type");--> statement-breakpoint
CREATE INDEX "api_events_at" ON "api_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_token" ON "api_keys" USING btree ("account_id","token_hash");--> statement-breakpoint
CREATE INDEX "leads_imports_people_lead" ON "leads_imports_people" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "leads_held_back_newest" ON "leads_held_back" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "leads_held_back_oldest" ON "leads_held_back" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "leads_links_token" ON "leads_links" USING btree ("account_id","token_hash");--> statement-breakpoint
CREATE INDEX "leads_links_lead" ON "leads_links" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "leads_unconfirmed_to_ask" ON "leads_unconfirmed" USING btree ("account_id") WHERE asked_at is null;--> statement-breakpoint
CREATE INDEX "sms_messages_due" ON "sms_messages" USING btree ("next_attempt_at","account_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "sms_messages_account_due" ON "sms_messages" USING btree ("account_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "sms_messages_in_flight" ON "sms_messages" USING btree ("claimed_by","account_id") WHERE state in ('claimed', 'committing');--> statement-breakpoint
CREATE INDEX "sms_messages_about" ON "sms_messages" USING btree ("account_id","about_id");--> statement-breakpoint
CREATE INDEX "sms_messages_to" ON "sms_messages" USING btree ("account_id","recipient");--> statement-breakpoint
CREATE INDEX "leads_phone" ON "leads" USING btree ("phone","account_id") WHERE phone is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sequences_page_live" ON "sequences" USING btree ("account_id","page_id") WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "sequences_dates" ON "sequences" USING btree ((trigger ->> 'on')) WHERE trigger ->> 'kind' = 'date' and begun_at is null and retired_at is null;--> statement-breakpoint
CREATE INDEX "sequences_steps_tasks" ON "sequences_steps" USING btree ("account_id","decided_at") WHERE state = 'task';--> statement-breakpoint
CREATE INDEX "sequences_page" ON "sequences" USING btree ("account_id","page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sequences_enrolments_once" ON "sequences_enrolments" USING btree ("account_id","sequence_id","lead_id","run");--> statement-breakpoint
CREATE INDEX "sequences_steps_due" ON "sequences_steps" USING btree ("due_at","account_id") WHERE state = 'waiting';