CREATE TABLE "businesses_accounts" (
	"account_id" uuid NOT NULL,
	"name" text,
	"postal_address" text,
	"zone" text,
	"reply_address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "businesses_accounts_account_id_pk" PRIMARY KEY("account_id")
);
--> statement-breakpoint
CREATE TABLE "businesses_members" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "businesses_members_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "identity_credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "leads_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_consents" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"wording_version" text NOT NULL,
	"wording" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leads_consents_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_inbound_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"raw" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "leads_inbound_mails_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "leads_pages" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"offer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "leads_pages_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_replies" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"via" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"message_id" text,
	"subject" text,
	"body" text,
	CONSTRAINT "leads_replies_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"page_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads_suppressions" (
	"account_id" uuid NOT NULL,
	"address_hash" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leads_suppressions_account_id_address_hash_pk" PRIMARY KEY("account_id","address_hash")
);
--> statement-breakpoint
CREATE TABLE "leads_touches" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"source" jsonb NOT NULL,
	CONSTRAINT "leads_touches_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "magnets" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"brief" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"pdf_file" text,
	"draft_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "magnets_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "magnets_drafts" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"brief" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"kept_at" timestamp (3) with time zone,
	"kept_as" uuid
);
--> statement-breakpoint
CREATE TABLE "sequences" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"page_id" uuid NOT NULL,
	"steps" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sequences_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "sequences_enrolments" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sequence_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stop_reason" text,
	CONSTRAINT "sequences_enrolments_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "sequences_steps" (
	"account_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "sequences_steps_account_id_enrolment_id_step_pk" PRIMARY KEY("account_id","enrolment_id","step")
);
--> statement-breakpoint
CREATE TABLE "shares_links" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"file" text NOT NULL,
	"file_name" text NOT NULL,
	"about_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "shares_links_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail_messages" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"via" text,
	"from_name" text NOT NULL,
	"from_address" text NOT NULL,
	"reply_to" text,
	"recipient_name" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"headers" jsonb NOT NULL,
	"attachments" jsonb NOT NULL,
	"message_id_header" text NOT NULL,
	"unsubscribe_url" text,
	"about_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"claimed_by" bigint,
	"claimed_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failure" text,
	"permanent" boolean,
	"reason" text,
	CONSTRAINT "mail_messages_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "mail_messages_opt_out" CHECK (kind <> 'followup' or unsubscribe_url is not null)
);
--> statement-breakpoint
ALTER TABLE "identity_credentials" ADD CONSTRAINT "identity_credentials_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "businesses_members_user" ON "businesses_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_credentials_provider" ON "identity_credentials" USING btree ("provider_id","provider_account_id");--> statement-breakpoint
CREATE INDEX "identity_credentials_user" ON "identity_credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_sessions_token" ON "identity_sessions" USING btree ("token");--> statement-breakpoint
CREATE INDEX "identity_sessions_user" ON "identity_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_users_email" ON "identity_users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "identity_verifications_identifier" ON "identity_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "leads_email" ON "leads" USING btree ("account_id","email");--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "leads_consents_lead" ON "leads_consents" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "leads_replies_message" ON "leads_replies" USING btree ("account_id","message_id");--> statement-breakpoint
CREATE INDEX "leads_replies_lead" ON "leads_replies" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "leads_slugs_page" ON "leads_slugs" USING btree ("account_id","page_id");--> statement-breakpoint
CREATE INDEX "leads_touches_lead" ON "leads_touches" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "magnets_draft" ON "magnets" USING btree ("account_id","draft_hash");--> statement-breakpoint
CREATE INDEX "magnets_newest" ON "magnets" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "magnets_drafts_expiry" ON "magnets_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sequences_page" ON "sequences" USING btree ("account_id","page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sequences_enrolments_once" ON "sequences_enrolments" USING btree ("account_id","sequence_id","lead_id");--> statement-breakpoint
CREATE INDEX "sequences_enrolments_lead" ON "sequences_enrolments" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "sequences_steps_due" ON "sequences_steps" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "sequences_steps_account_due" ON "sequences_steps" USING btree ("account_id","due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "shares_links_token" ON "shares_links" USING btree ("account_id","token_hash");--> statement-breakpoint
CREATE INDEX "shares_links_about" ON "shares_links" USING btree ("account_id","about_id");--> statement-breakpoint
CREATE INDEX "mail_messages_due" ON "mail_messages" USING btree ("next_attempt_at","account_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "mail_messages_account_due" ON "mail_messages" USING btree ("account_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "mail_messages_in_flight" ON "mail_messages" USING btree ("claimed_by","account_id") WHERE state in ('claimed', 'committing');--> statement-breakpoint
CREATE INDEX "mail_messages_about" ON "mail_messages" USING btree ("account_id","about_id") WHERE about_id is not null;