// npm run machines: opens the visualizer, which shows and simulates every machine of the product. Needs no network.
import process from 'node:process'
import { servePage } from './page.mjs'

const server = await servePage({ host: 'localhost', port: Number(process.env.PORT || 8090), open: !process.env.CI })
server.printUrls()
