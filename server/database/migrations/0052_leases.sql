CREATE TABLE "leases" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"amount" bigint NOT NULL,
	"node" uuid NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "leases_subject" ON "leases" USING btree ("kind","subject");