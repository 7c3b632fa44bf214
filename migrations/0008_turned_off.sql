CREATE TABLE "businesses_turned_off" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"label" text NOT NULL,
	"kept" jsonb,
	"turned_on_at" timestamp (3) with time zone,
	"left_off_at" timestamp (3) with time zone,
	CONSTRAINT "businesses_turned_off_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_webhooks" ADD COLUMN "key_id" uuid;--> statement-breakpoint
CREATE INDEX "businesses_turned_off_open" ON "businesses_turned_off" USING btree ("account_id") WHERE turned_on_at is null and left_off_at is null;