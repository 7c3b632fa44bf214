CREATE TABLE "safety_links" (
	"account_id" uuid NOT NULL,
	"talk_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "safety_links_account_id_talk_id_pk" PRIMARY KEY("account_id","talk_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "safety_links_link" ON "safety_links" USING btree ("account_id","link_id");