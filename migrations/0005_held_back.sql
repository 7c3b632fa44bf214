CREATE TABLE "leads_held_back" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"source" jsonb NOT NULL,
	"answers" jsonb,
	"reasons" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leads_held_back_account_id_id_email_pk" PRIMARY KEY("account_id","id","email")
);
--> statement-breakpoint
CREATE INDEX "leads_held_back_newest" ON "leads_held_back" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "leads_held_back_oldest" ON "leads_held_back" USING btree ("at");