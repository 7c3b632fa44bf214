CREATE TABLE "photos_asked" (
	"account_id" uuid NOT NULL,
	"ask_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"job_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "photos_asked_account_id_ask_id_sha256_pk" PRIMARY KEY("account_id","ask_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "photos_asks" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"wording" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photos_asks_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "photos_consents" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ask_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"uses" jsonb NOT NULL,
	"photos" jsonb NOT NULL,
	"credit" text NOT NULL,
	"name" text NOT NULL,
	"note" text NOT NULL,
	"recipient_id" uuid,
	"link_id" uuid,
	"made_by" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photos_consents_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "photos_recent" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"pair" text,
	"caption" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "photos_recent_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "photos_asked_photo" ON "photos_asked" USING btree ("account_id","photo_id");--> statement-breakpoint
CREATE INDEX "photos_asked_job" ON "photos_asked" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE INDEX "photos_asks_of_job" ON "photos_asks" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE INDEX "photos_consents_of_ask" ON "photos_consents" USING btree ("account_id","ask_id","at");--> statement-breakpoint
CREATE INDEX "photos_consents_of_job" ON "photos_consents" USING btree ("account_id","job_id");