CREATE TABLE "events_deeds" (
	"account_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"what" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "events_deeds_account_id_lead_id_what_about_pk" PRIMARY KEY("account_id","lead_id","what","about")
);
