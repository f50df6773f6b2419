import type { NetworkQuestions } from '../../analysis/worker/network-worker-protocol'
import analysisUrl from '../../analysis/worker/analysis.worker.ts?worker&url'
import { openWorkerConnection } from './worker-connection'

/** Opens a worker that reads a network and analyzes it. `onLost` is called when the network has to be read again. */
export const openNetwork = (onLost?: () => void) => openWorkerConnection<NetworkQuestions>(analysisUrl, onLost)
