/** A worker that reads the IPC-2581 file in `workerData` and posts facts about the board. */
import { parentPort, workerData } from 'node:worker_threads'

import { readIpc2581 } from '../../../src/formats/ipc2581/ipc2581'

export type ReadBoard = { tracks: number; nets: number; copper: string[]; last: number[] }

const { tracks, nets, copper } = readIpc2581(workerData as Uint8Array)
const last = [...tracks.ends.subarray(-4)].map((value) => Number(value.toFixed(4)))
parentPort?.postMessage({ tracks: tracks.net.length, nets: nets.length, copper, last } satisfies ReadBoard)
