-- Waits for calls that have locked rows: they lock several in the order of their ids, the update in that of the table.
LOCK TABLE "request_work" IN EXCLUSIVE MODE;--> statement-breakpoint
-- Deletions did not remove names from the checklists of requests. Items from before `byId` existed keep only the names of
-- people who still have them.
UPDATE "request_work" SET "done" = (
  SELECT jsonb_agg(
    CASE WHEN item ? 'byId' OR EXISTS (SELECT FROM "users" WHERE "fullname" = item ->> 'by') THEN item
      ELSE item || '{"by": "Deleted user"}' END
    ORDER BY place
  )
  FROM jsonb_array_elements("done") WITH ORDINALITY AS items(item, place)
)
WHERE EXISTS (
  SELECT FROM jsonb_array_elements("done") item
  WHERE NOT item ? 'byId' AND NOT EXISTS (SELECT FROM "users" WHERE "fullname" = item ->> 'by')
);
