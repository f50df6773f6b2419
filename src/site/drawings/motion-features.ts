/** By themselves, so that they are fetched when something is about to move. */
export { domAnimation } from 'framer-motion'
