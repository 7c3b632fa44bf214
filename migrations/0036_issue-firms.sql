CREATE TABLE "issues_links" (
	"account_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"firm_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"mail_id" uuid,
	"text_id" uuid,
	"next_at" timestamp (3) with time zone NOT NULL,
	"watch_at" timestamp (3) with time zone,
	CONSTRAINT "issues_links_account_id_job_id_firm_id_pk" PRIMARY KEY("account_id","job_id","firm_id")
);
--> statement-breakpoint
ALTER TABLE "issues_issues" ADD COLUMN "fixed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "issues_issues" ADD COLUMN "told_firm" uuid;--> statement-breakpoint
ALTER TABLE "issues_issues" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "issues_issues" ADD COLUMN "soon_for" text;--> statement-breakpoint
ALTER TABLE "issues_issues" ADD COLUMN "late_for" text;--> statement-breakpoint
CREATE UNIQUE INDEX "issues_links_link" ON "issues_links" USING btree ("account_id","link_id");--> statement-breakpoint
CREATE INDEX "issues_links_next" ON "issues_links" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "issues_links_watch" ON "issues_links" USING btree ("watch_at");--> statement-breakpoint
CREATE INDEX "sms_messages_job_to" ON "sms_messages" USING btree ("recipient") WHERE kind = 'job';