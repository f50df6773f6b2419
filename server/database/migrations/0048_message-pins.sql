ALTER TABLE "request_messages" ADD COLUMN "pins" jsonb DEFAULT '[]'::jsonb NOT NULL;
