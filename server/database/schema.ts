/**
 * All tables, by domain. They use only core types and no extensions, so that they work on the embedded PGlite and on a
 * PostgreSQL server.
 */
export * from './tables/activity'
export * from './tables/comments'
export * from './tables/conversation'
export * from './tables/deliveries'
export * from './tables/files'
export * from './tables/identity'
export * from './tables/nodes'
export * from './tables/notices'
export * from './tables/payments'
export * from './tables/people'
export * from './tables/prices'
export * from './tables/projects'
export * from './tables/requests'
export * from './tables/sharing'
export * from './tables/site'
export * from './tables/transfers'
