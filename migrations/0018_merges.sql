CREATE TABLE "leads_merges" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"gone_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"before" jsonb,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "leads_merges_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "leads_merges_lead" ON "leads_merges" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "leads_merges_gone" ON "leads_merges" USING btree ("account_id","gone_id");--> statement-breakpoint
CREATE INDEX "leads_merges_oldest" ON "leads_merges" USING btree ("at") WHERE before is not null;