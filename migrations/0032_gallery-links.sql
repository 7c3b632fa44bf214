CREATE TABLE "photos_galleries" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"title" text NOT NULL,
	"chosen" jsonb NOT NULL,
	"with_time" boolean NOT NULL,
	"with_place" boolean NOT NULL,
	"full_size" boolean NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photos_galleries_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "photos_galleries_of_job" ON "photos_galleries" USING btree ("account_id","job_id","created_at");