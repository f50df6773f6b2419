CREATE TABLE "contact_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"text" text NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "assignee_name" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "done_by_id" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "done_by_name" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "notes_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_answers" ADD CONSTRAINT "contact_answers_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_answers_message" ON "contact_answers" USING btree ("message_id","created","id");--> statement-breakpoint
CREATE INDEX "contact_answers_person" ON "contact_answers" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("received","id");--> statement-breakpoint
CREATE INDEX "contact_messages_open" ON "contact_messages" USING btree ("received","id") WHERE "contact_messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_assignee" ON "contact_messages" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "contact_messages_done_by" ON "contact_messages" USING btree ("done_by_id");--> statement-breakpoint
CREATE FUNCTION "note_contact_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('contact', coalesce(NEW."id", OLD."id"), coalesce(NEW."id", OLD."id"), '', false);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "contact_message_noted" AFTER INSERT OR UPDATE OR DELETE ON "contact_messages"
FOR EACH ROW EXECUTE FUNCTION "note_contact_message"();--> statement-breakpoint
CREATE FUNCTION "note_contact_answer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('contact', NEW."message_id", NEW."message_id", '', false);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "contact_answer_noted" AFTER INSERT OR UPDATE ON "contact_answers"
FOR EACH ROW EXECUTE FUNCTION "note_contact_answer"();
