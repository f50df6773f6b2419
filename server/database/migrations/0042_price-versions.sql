CREATE TABLE "price_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"si" jsonb NOT NULL,
	"pi" jsonb NOT NULL,
	"turnaround_days" integer NOT NULL,
	"by_id" text,
	"by_name" text,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_versions_valid_from_unique" UNIQUE("valid_from")
);
--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "turnaround_days" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
-- The prices until now are the first version, including those that an operator has added. Nodes of the version before
-- this migration read the table "prices" until they are gone.
INSERT INTO "price_versions" ("id", "valid_from", "si", "pi", "turnaround_days")
SELECT
  gen_random_uuid(), date_trunc('milliseconds', now()),
  coalesce(jsonb_agg("price" ORDER BY "position", "name") FILTER (WHERE "kind" = 'si'), '[]'),
  coalesce(jsonb_agg("price" ORDER BY "position", "name") FILTER (WHERE "kind" = 'pi'), '[]'),
  10
FROM (
  SELECT "kind", "name", "position", jsonb_build_object('name', "name", 'unit_price', "unit_price") AS "price" FROM "prices"
) AS "table";--> statement-breakpoint
INSERT INTO "counters" ("series", "last") VALUES ('price change', 0);--> statement-breakpoint
CREATE FUNCTION "keep_prices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A version of the prices that holds or held cannot be changed.';
END
$$;--> statement-breakpoint
CREATE TRIGGER "prices_kept" BEFORE DELETE OR UPDATE OF "valid_from", "si", "pi", "turnaround_days" ON "price_versions"
FOR EACH ROW WHEN (OLD."valid_from" <= clock_timestamp()) EXECUTE FUNCTION "keep_prices"();
