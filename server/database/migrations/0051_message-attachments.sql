CREATE TABLE "message_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"message_id" uuid,
	"place" integer,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_request_id_simulation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."simulation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_message_id_request_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."request_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_attachments_request" ON "message_attachments" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "message_attachments_message" ON "message_attachments" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_attachments_project" ON "message_attachments" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "message_attachments_unsent" ON "message_attachments" USING btree ("created") WHERE "message_attachments"."message_id" is null;