CREATE TABLE "activity" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"person_id" text,
	"person_name" text,
	"subject" text NOT NULL,
	"before" text,
	"after" text,
	"file_id" uuid,
	"request_id" uuid
);
--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("project_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_kind" ON "activity" USING btree ("project_id","kind","at","id");--> statement-breakpoint
CREATE INDEX "activity_person" ON "activity" USING btree ("project_id","person_id","at","id");--> statement-breakpoint
CREATE FUNCTION "refuse_activity_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The record of activity can only be added to.';
END
$$;--> statement-breakpoint
CREATE TRIGGER "activity_append_only" BEFORE UPDATE OR DELETE ON "activity"
FOR EACH ROW EXECUTE FUNCTION "refuse_activity_change"();
