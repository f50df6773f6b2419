-- The deletion of a person's data removes their name from the record (server/people/deletion.ts).
CREATE OR REPLACE FUNCTION "refuse_activity_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('activity.erasing', true) = 'yes' THEN
    IF TG_OP = 'DELETE' THEN
      RETURN OLD;
    END IF;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The record of activity can only be added to.';
END
$$;
