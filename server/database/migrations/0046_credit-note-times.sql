-- The time at which the number was given, not the time at which the transaction began: it may have waited for the
-- counter, and the dates of credit notes follow their numbers.
CREATE OR REPLACE FUNCTION "number_credit_note"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "simulation_requests" WHERE "id" = NEW."request_id" AND "invoice_number" IS NOT NULL) THEN
    UPDATE "counters" SET "last" = "last" + 1 WHERE "series" = 'credit note' RETURNING "last" INTO NEW."credit_number";
    NEW."credited_at" := clock_timestamp();
  END IF;
  RETURN NEW;
END
$$;
