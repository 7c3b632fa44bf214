ALTER TABLE "leads" ADD COLUMN "later_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "leads_bounced" ON "leads" USING btree ("account_id","bounced_at") WHERE bounced_at is not null;--> statement-breakpoint
CREATE INDEX "leads_unconfirmed_since" ON "leads" USING btree ("account_id","unconfirmed_since") WHERE unconfirmed_since is not null;--> statement-breakpoint
CREATE INDEX "leads_replies_newest" ON "leads_replies" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "sequences_enrolments_held" ON "sequences_enrolments" USING btree ("account_id","held_at") WHERE held_at is not null;--> statement-breakpoint
CREATE INDEX "sequences_steps_not_sent" ON "sequences_steps" USING btree ("account_id","due_at") WHERE state = 'not_sent';--> statement-breakpoint
CREATE INDEX "mail_messages_followups_sent" ON "mail_messages" USING btree ("account_id","sent_at") WHERE kind = 'followup' and sent_at is not null;--> statement-breakpoint
CREATE INDEX "mail_messages_outbox" ON "mail_messages" USING btree ("account_id","created_at") WHERE kind = 'followup' and state = 'sent' and via = 'outbox';--> statement-breakpoint
CREATE INDEX "mail_messages_followups_failed" ON "mail_messages" USING btree ("account_id","claimed_at") WHERE kind = 'followup' and state in ('failed', 'unknown');--> statement-breakpoint
CREATE INDEX "sms_messages_sent" ON "sms_messages" USING btree ("account_id","sent_at") WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_outbox" ON "sms_messages" USING btree ("account_id","created_at") WHERE state = 'sent' and via = 'outbox';--> statement-breakpoint
CREATE INDEX "sms_messages_failed" ON "sms_messages" USING btree ("account_id","claimed_at") WHERE state in ('failed', 'unknown');