import type { Client } from 'openapi-fetch'

import type { paths } from '../../openapi/generated/product'
import { unwrap } from './unwrap'

/** The published news and publications. Loaded by the home page only, and only if it was not sent with them. */
export const getNews = (v1: Client<paths>, signal: AbortSignal) => unwrap(v1.GET('/v1/news', { signal }))
