ALTER TABLE "request_refunds" ADD COLUMN "credit_number" integer;--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "invoice_number" integer;--> statement-breakpoint
ALTER TABLE "request_refunds" ADD CONSTRAINT "request_refunds_credit_number_unique" UNIQUE("credit_number");--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD CONSTRAINT "simulation_requests_invoice_number_unique" UNIQUE("invoice_number");--> statement-breakpoint
-- Earlier payments, in the order in which they were made. Sample projects and trial orders have no invoice.
UPDATE "simulation_requests" SET "invoice_number" = "numbered"."number"
FROM (
  SELECT "id", 1000 + row_number() OVER (ORDER BY "paid_at", "id") AS "number"
  FROM "simulation_requests" WHERE "paid_at" IS NOT NULL AND "number" > 0 AND NOT "is_trial"
) AS "numbered"
WHERE "simulation_requests"."id" = "numbered"."id";--> statement-breakpoint
UPDATE "request_refunds" SET "credit_number" = "numbered"."number"
FROM (
  SELECT "refunds"."id", 1000 + row_number() OVER (ORDER BY "refunds"."created", "refunds"."id") AS "number"
  FROM "request_refunds" AS "refunds" JOIN "simulation_requests" AS "requests" ON "requests"."id" = "refunds"."request_id"
  WHERE "refunds"."state" = 'done' AND "requests"."invoice_number" IS NOT NULL
) AS "numbered"
WHERE "request_refunds"."id" = "numbered"."id";--> statement-breakpoint
INSERT INTO "counters" ("series", "last")
SELECT 'invoice', coalesce(max("invoice_number"), 1000) FROM "simulation_requests"
UNION ALL SELECT 'credit note', coalesce(max("credit_number"), 1000) FROM "request_refunds";--> statement-breakpoint
-- Triggers, so that nodes of the version before this migration number their payments too. A counter is rolled back with
-- its transaction, so that the numbers have no gaps.
CREATE FUNCTION "number_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "counters" SET "last" = "last" + 1 WHERE "series" = 'invoice' RETURNING "last" INTO NEW."invoice_number";
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "invoice_numbered" BEFORE UPDATE OF "paid_at" ON "simulation_requests"
FOR EACH ROW WHEN (
  NEW."paid_at" IS NOT NULL AND NEW."invoice_number" IS NULL AND NEW."number" > 0 AND NOT NEW."is_trial"
) EXECUTE FUNCTION "number_invoice"();--> statement-breakpoint
CREATE FUNCTION "number_credit_note"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "simulation_requests" WHERE "id" = NEW."request_id" AND "invoice_number" IS NOT NULL) THEN
    UPDATE "counters" SET "last" = "last" + 1 WHERE "series" = 'credit note' RETURNING "last" INTO NEW."credit_number";
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "credit_note_numbered" BEFORE INSERT OR UPDATE OF "state" ON "request_refunds"
FOR EACH ROW WHEN (NEW."state" = 'done' AND NEW."credit_number" IS NULL) EXECUTE FUNCTION "number_credit_note"();
