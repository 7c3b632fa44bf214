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
CREATE INDEX "api_answers_at" ON "api_answers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "api_deliveries_due" ON "api_deliveries" USING btree ("due_at","account_id","webhook_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "api_deliveries_webhook" ON "api_deliveries" USING btree ("account_id","webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "api_deliveries_created" ON "api_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_events_number" ON "api_events" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "api_events_new" ON "api_events" USING btree ("account_id") WHERE number is null;--> statement-breakpoint
CREATE INDEX "api_events_lead" ON "api_events" USING btree ("account_id","lead_id","type");--> statement-breakpoint
CREATE INDEX "api_events_at" ON "api_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_token" ON "api_keys" USING btree ("account_id","token_hash");