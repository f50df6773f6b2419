ALTER TABLE "request_refunds" ADD COLUMN "credited_at" timestamp (3) with time zone;--> statement-breakpoint
-- When earlier refunds were made is not known; their credit notes have shown when they were decided.
UPDATE "request_refunds" SET "credited_at" = "created" WHERE "credit_number" IS NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "number_credit_note"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "simulation_requests" WHERE "id" = NEW."request_id" AND "invoice_number" IS NOT NULL) THEN
    UPDATE "counters" SET "last" = "last" + 1 WHERE "series" = 'credit note' RETURNING "last" INTO NEW."credit_number";
    NEW."credited_at" := now();
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE INDEX "request_refunds_credited" ON "request_refunds" USING btree ("credited_at") WHERE "request_refunds"."credit_number" is not null;--> statement-breakpoint
CREATE INDEX "simulation_requests_invoiced" ON "simulation_requests" USING btree ("paid_at") WHERE "simulation_requests"."invoice_number" is not null;