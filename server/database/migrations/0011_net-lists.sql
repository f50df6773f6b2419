-- The nets of a signal integrity row were one text, separated by commas, with double quotes around names that contain a
-- separator. Each list becomes an array of its names, without duplicates. A power integrity row names single nets.
UPDATE "simulation_requests" SET "si" = (
  SELECT coalesce(jsonb_agg("row" || "lists" ORDER BY "place"), '[]')
  FROM jsonb_array_elements("si") WITH ORDINALITY AS "rows" ("row", "place"),
  LATERAL (
    SELECT coalesce(jsonb_object_agg("field", "nets"), '{}') AS "lists"
    FROM jsonb_each_text("row") AS "fields" ("field", "text"),
    LATERAL (
      SELECT coalesce(jsonb_agg("net" ORDER BY "first"), '[]') AS "nets"
      FROM (
        SELECT "net", min("at") AS "first"
        FROM regexp_matches("text", '\s*"(?:[^"\r\n]|"")+"\s*(?=[,;\t\r\n]|$)|[^,;\t\r\n]+', 'g') WITH ORDINALITY AS "found" ("match", "at"),
        LATERAL (SELECT regexp_replace("match"[1], '^\s+|\s+$', '', 'g') AS "written") AS "trimmed",
        LATERAL (
          SELECT CASE WHEN "written" ~ '^"(?:[^"\r\n]|"")+"$' THEN replace(substr("written", 2, length("written") - 2), '""', '"')
            ELSE "written" END AS "net"
        ) AS "unquoted"
        WHERE "net" <> ''
        GROUP BY "net"
      ) AS "names"
    ) AS "list"
    WHERE "field" IN ('signal_nets', 'ground_nets', 'clock_signal') AND jsonb_typeof("row" -> "field") = 'string'
  ) AS "converted"
);--> statement-breakpoint
UPDATE "simulation_requests" SET "pi" = (
  SELECT coalesce(jsonb_agg("row" || "nets" ORDER BY "place"), '[]')
  FROM jsonb_array_elements("pi") WITH ORDINALITY AS "rows" ("row", "place"),
  LATERAL (
    SELECT coalesce(jsonb_object_agg("field", replace(substr("text", 2, length("text") - 2), '""', '"')), '{}') AS "nets"
    FROM jsonb_each_text("row") AS "fields" ("field", "text")
    WHERE "field" IN ('power_net', 'ground_net') AND "text" ~ '^"(?:[^"\r\n]|"")+"$'
  ) AS "converted"
);
