CREATE TABLE "leads_answers" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"via" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"leaves_at" timestamp (3) with time zone NOT NULL,
	"taken_back_at" timestamp (3) with time zone,
	CONSTRAINT "leads_answers_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_happenings" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"what" text NOT NULL,
	"words" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "leads_happenings_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "pipeline_weeklies" (
	"account_id" uuid NOT NULL,
	"week" date NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pipeline_weeklies_account_id_week_pk" PRIMARY KEY("account_id","week")
);
--> statement-breakpoint
DROP INDEX "leads_replies_lead";--> statement-breakpoint
DROP INDEX "leads_touches_lead";--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "review_link" text;--> statement-breakpoint
ALTER TABLE "businesses_accounts" ADD COLUMN "first_run" jsonb;--> statement-breakpoint
ALTER TABLE "businesses_members" ADD COLUMN "weekly_stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "later_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "outcome_reason" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "value_cents" bigint;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "stage_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads_replies" ADD COLUMN "thread" text;--> statement-breakpoint
ALTER TABLE "leads_replies" ADD COLUMN "waiting" boolean;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "play" text;--> statement-breakpoint
ALTER TABLE "sequences_enrolments" ADD COLUMN "restarted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "kind" text DEFAULT 'followup' NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_answers_lead" ON "leads_answers" USING btree ("account_id","lead_id","at");--> statement-breakpoint
CREATE INDEX "leads_happenings_lead" ON "leads_happenings" USING btree ("account_id","lead_id","at");--> statement-breakpoint
CREATE INDEX "events_deeds_lately" ON "events_deeds" USING btree ("account_id","last_at");--> statement-breakpoint
CREATE INDEX "leads_stage" ON "leads" USING btree ("account_id",(case when outcome is not null then outcome when stage is not null and stage_at >= coalesce(greatest(replied_at, booked_at), stage_at) then stage when booked_at is not null then 'quoted' when replied_at is not null then 'talking' when unsubscribed_at is null then 'new' end),(case when outcome is not null then coalesce(outcome_at, created_at) else greatest(created_at, replied_at, booked_at, stage_at) end));--> statement-breakpoint
CREATE INDEX "leads_bounced" ON "leads" USING btree ("account_id","bounced_at") WHERE bounced_at is not null;--> statement-breakpoint
CREATE INDEX "leads_unconfirmed_since" ON "leads" USING btree ("account_id","unconfirmed_since") WHERE unconfirmed_since is not null;--> statement-breakpoint
CREATE INDEX "leads_replies_newest" ON "leads_replies" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "leads_replies_waiting" ON "leads_replies" USING btree ("account_id","at") WHERE waiting;--> statement-breakpoint
CREATE INDEX "sequences_enrolments_held" ON "sequences_enrolments" USING btree ("account_id","held_at") WHERE held_at is not null;--> statement-breakpoint
CREATE INDEX "sequences_steps_not_sent" ON "sequences_steps" USING btree ("account_id","due_at") WHERE state = 'not_sent';--> statement-breakpoint
CREATE INDEX "mail_messages_followups_sent" ON "mail_messages" USING btree ("account_id","sent_at") WHERE kind = 'followup' and sent_at is not null;--> statement-breakpoint
CREATE INDEX "mail_messages_outbox" ON "mail_messages" USING btree ("account_id","created_at") WHERE kind = 'followup' and state = 'sent' and via = 'outbox';--> statement-breakpoint
CREATE INDEX "mail_messages_followups_failed" ON "mail_messages" USING btree ("account_id","claimed_at") WHERE kind = 'followup' and state in ('failed', 'unknown');--> statement-breakpoint
CREATE INDEX "sms_messages_sent" ON "sms_messages" USING btree ("account_id","sent_at") WHERE kind = 'followup' and sent_at is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_outbox" ON "sms_messages" USING btree ("account_id","created_at") WHERE kind = 'followup' and state = 'sent' and via = 'outbox';--> statement-breakpoint
CREATE INDEX "sms_messages_failed" ON "sms_messages" USING btree ("account_id","claimed_at") WHERE kind = 'followup' and state in ('failed', 'unknown');--> statement-breakpoint
CREATE INDEX "leads_replies_lead" ON "leads_replies" USING btree ("account_id","lead_id","at");--> statement-breakpoint
CREATE INDEX "leads_touches_lead" ON "leads_touches" USING btree ("account_id","lead_id","at");