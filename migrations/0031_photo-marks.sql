CREATE TABLE "media_marked" (
	"account_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"digest" text NOT NULL,
	"name" text NOT NULL,
	"file" text NOT NULL,
	"drawn_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "media_marked_account_id_sha256_digest_name_pk" PRIMARY KEY("account_id","sha256","digest","name")
);
--> statement-breakpoint
CREATE INDEX "media_marked_file" ON "media_marked" USING btree ("account_id","file");