CREATE TABLE "businesses_domain_checks" (
	"account_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"host" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"parts" jsonb NOT NULL,
	"dns_host" text,
	CONSTRAINT "businesses_domain_checks_account_id_pk" PRIMARY KEY("account_id")
);
--> statement-breakpoint
CREATE TABLE "leads_links" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	CONSTRAINT "leads_links_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "paused_until" date;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "mail_spacing" text;--> statement-breakpoint
CREATE UNIQUE INDEX "leads_links_token" ON "leads_links" USING btree ("account_id","token_hash");--> statement-breakpoint
CREATE INDEX "leads_links_lead" ON "leads_links" USING btree ("account_id","lead_id");