// npm run machines: every machine of the product as a chart to look at and to play through. Needs no network.
import process from 'node:process'
import { servePage } from './page.mjs'

const server = await servePage({ host: 'localhost', port: Number(process.env.PORT || 8090), open: !process.env.CI })
server.printUrls()
