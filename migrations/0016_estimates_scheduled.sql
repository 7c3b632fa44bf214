CREATE TABLE "estimates_scheduled" (
	"account_id" uuid NOT NULL,
	"estimate_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"content_hash" text NOT NULL,
	"sending" jsonb,
	"failure" text,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "estimates_scheduled_account_id_estimate_id_pk" PRIMARY KEY("account_id","estimate_id")
);
