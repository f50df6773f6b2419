CREATE TABLE "counters" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "number" integer DEFAULT 0;--> statement-breakpoint
CREATE UNIQUE INDEX "simulation_requests_number" ON "simulation_requests" USING btree ("number") WHERE "simulation_requests"."number" > 0;--> statement-breakpoint
-- The requests of sample projects have no number. They are delivered without ever having had a payment page.
UPDATE "simulation_requests" SET "number" = NULL WHERE "status" = 'delivered' AND "checkout_id" IS NULL;--> statement-breakpoint
UPDATE "simulation_requests" SET "number" = "numbered"."number"
FROM (
  SELECT "id", 1000 + row_number() OVER (ORDER BY "created", "id") AS "number"
  FROM "simulation_requests" WHERE "number" = 0
) AS "numbered"
WHERE "simulation_requests"."id" = "numbered"."id";--> statement-breakpoint
INSERT INTO "counters" ("series", "last")
SELECT 'request', coalesce(max("number"), 1000) FROM "simulation_requests";--> statement-breakpoint
-- After the insert, so that an insert that conflicts with another one uses up no number. A trigger, so that nodes of the
-- version before this migration number their requests too.
CREATE FUNCTION "number_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "counters" SET "last" = "last" + 1 WHERE "series" = 'request';
  UPDATE "simulation_requests" SET "number" = (SELECT "last" FROM "counters" WHERE "series" = 'request')
  WHERE "id" = NEW."id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "request_numbered" AFTER INSERT ON "simulation_requests"
FOR EACH ROW WHEN (NEW."number" = 0) EXECUTE FUNCTION "number_request"();
