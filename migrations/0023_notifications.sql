CREATE TABLE "notifications_choices" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"channels" jsonb NOT NULL,
	"hears_all" boolean DEFAULT false NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"holds_email" boolean DEFAULT false NOT NULL,
	"zone" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_choices_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications_devices" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"name" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_devices_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "notifications_events" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"text" jsonb NOT NULL,
	"lead_id" uuid,
	"job_id" uuid,
	"people" uuid[],
	"by_user" uuid,
	"spread_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_events_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "notifications_keys" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_keys_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "notifications_waiting" (
	"account_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"was_held" boolean NOT NULL,
	CONSTRAINT "notifications_waiting_account_id_event_id_user_id_channel_pk" PRIMARY KEY("account_id","event_id","user_id","channel")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_devices_endpoint" ON "notifications_devices" USING btree ("account_id","endpoint_hash");--> statement-breakpoint
CREATE INDEX "notifications_devices_person" ON "notifications_devices" USING btree ("account_id","user_id");--> statement-breakpoint
CREATE INDEX "notifications_events_new" ON "notifications_events" USING btree ("account_id") WHERE spread_at is null;--> statement-breakpoint
CREATE INDEX "notifications_events_lead" ON "notifications_events" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "notifications_events_old" ON "notifications_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notifications_waiting_due" ON "notifications_waiting" USING btree ("due_at","account_id");