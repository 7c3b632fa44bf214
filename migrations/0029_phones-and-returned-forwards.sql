CREATE TABLE "leads_forward_bounces" (
	"account_id" uuid NOT NULL,
	"address" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"said" text NOT NULL,
	CONSTRAINT "leads_forward_bounces_account_id_address_pk" PRIMARY KEY("account_id","address")
);
--> statement-breakpoint
CREATE TABLE "notifications_phones" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"code_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"code_at" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_phones_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE INDEX "notifications_phones_number" ON "notifications_phones" USING btree ("phone");