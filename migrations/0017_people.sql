CREATE TABLE "leads_addresses" (
	"account_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leads_addresses_account_id_lead_id_channel_address_pk" PRIMARY KEY("account_id","lead_id","channel","address")
);
--> statement-breakpoint
CREATE TABLE "leads_todos" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"text" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "leads_todos_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "leads" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" drop column "searched";--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "searched" text GENERATED ALWAYS AS (translate(replace(lower(regexp_replace(normalize(name || ' ' || coalesce(email, ''), NFKD), '[̀-ͯ''’‘ʼ`´]', '', 'g')), 'ß', 'ss'), 'øłđðħı', 'olddhi')) STORED;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "leads_consents" ADD COLUMN "phone" text;--> statement-breakpoint
CREATE INDEX "leads_addresses_address" ON "leads_addresses" USING btree ("account_id","address");--> statement-breakpoint
CREATE INDEX "leads_todos_lead" ON "leads_todos" USING btree ("account_id","lead_id","due_at");