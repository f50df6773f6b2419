CREATE TABLE "request_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"delivered_at" timestamp (3) with time zone NOT NULL,
	"by_id" text,
	"by_name" text,
	"reason" text,
	"files" jsonb NOT NULL,
	"verdict" text,
	"report" jsonb,
	CONSTRAINT "request_deliveries_once" UNIQUE("request_id","number")
);
--> statement-breakpoint
ALTER TABLE "request_deliveries" ADD CONSTRAINT "request_deliveries_request_id_simulation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."simulation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_deliveries_person" ON "request_deliveries" USING btree ("by_id");--> statement-breakpoint
CREATE FUNCTION "note_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('request', "requests"."id", "requests"."project_id", '', NOT "projects"."is_private")
  FROM "simulation_requests" AS "requests" JOIN "projects" ON "projects"."id" = "requests"."project_id"
  WHERE "requests"."id" = NEW."request_id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "delivery_noted" AFTER INSERT ON "request_deliveries" FOR EACH ROW EXECUTE FUNCTION "note_delivery"();
