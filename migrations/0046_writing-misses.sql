CREATE TABLE "writing_misses" (
	"kind" text NOT NULL,
	"trade" text NOT NULL,
	"stage" text NOT NULL,
	"words" text NOT NULL,
	"asked" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "writing_misses_kind_trade_stage_words_pk" PRIMARY KEY("kind","trade","stage","words")
);
--> statement-breakpoint
CREATE INDEX "writing_misses_newest" ON "writing_misses" USING btree ("last_at");