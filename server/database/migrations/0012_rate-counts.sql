-- Unlogged: the counters of a minute do not need to survive a crash of the database.
CREATE UNLOGGED TABLE "rate_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
