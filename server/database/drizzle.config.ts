import { defineConfig } from 'drizzle-kit'

/** `npm run migration` compares schema.ts with the newest migration and writes the next one. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/schema.ts',
  out: './server/database/migrations',
})
