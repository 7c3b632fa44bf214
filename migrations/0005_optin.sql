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
ALTER TABLE "leads" ADD COLUMN "unconfirmed_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "confirm_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads_consents" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "leads_unconfirmed_to_ask" ON "leads_unconfirmed" USING btree ("account_id") WHERE asked_at is null;