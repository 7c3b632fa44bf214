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
DROP INDEX "leads_replies_lead";--> statement-breakpoint
ALTER TABLE "leads_replies" ADD COLUMN "thread" text;--> statement-breakpoint
ALTER TABLE "leads_replies" ADD COLUMN "waiting" boolean;--> statement-breakpoint
ALTER TABLE "sequences_enrolments" ADD COLUMN "restarted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "kind" text DEFAULT 'followup' NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_answers_lead" ON "leads_answers" USING btree ("account_id","lead_id","at");--> statement-breakpoint
CREATE INDEX "leads_replies_newest" ON "leads_replies" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "leads_replies_waiting" ON "leads_replies" USING btree ("account_id","at") WHERE waiting;--> statement-breakpoint
CREATE INDEX "leads_replies_lead" ON "leads_replies" USING btree ("account_id","lead_id","at");