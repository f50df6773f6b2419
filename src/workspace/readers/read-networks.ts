import type { NetworkQuestions } from '../../analysis/worker/network-conversation'
import analysisUrl from '../../analysis/worker/analysis.worker.ts?worker&url'
import { openConversation } from './conversation'

/** Opens a worker that reads a network and analyzes it. */
export const openNetwork = () => openConversation<NetworkQuestions>(analysisUrl)
