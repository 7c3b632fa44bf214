CREATE TABLE "media_confidential" (
	"account_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "media_confidential_account_id_sha256_pk" PRIMARY KEY("account_id","sha256")
);
--> statement-breakpoint
INSERT INTO "media_confidential" ("account_id", "sha256")
SELECT "account_id", "named" FROM "sync_commands", unnest("media") AS "named" WHERE "kind" LIKE '%.confidential-%'
EXCEPT
SELECT "account_id", "named" FROM "sync_commands", unnest("media") AS "named" WHERE "kind" NOT LIKE '%.confidential-%';
