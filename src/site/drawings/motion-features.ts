/** In a separate module, so that the features are loaded only when an animation needs them. */
export { domAnimation } from 'framer-motion'
