import { defineConfig } from 'drizzle-kit'

/** Used by `npm run migration`, which compares schema.ts with the newest migration and writes the next one. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/schema.ts',
  out: './server/database/migrations',
})
