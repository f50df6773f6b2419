/**
 * Reads the IPC-2581 file whose path is the first argument in a process of its own. Sends the number of bytes by which
 * the process grew at most while it held the file and read it.
 */
import { readFile } from 'node:fs/promises'

import { readIpc2581 } from '../../../src/formats/ipc2581/ipc2581'

const before = process.memoryUsage.rss()
readIpc2581(await readFile(process.argv[2] ?? ''))
process.send?.(process.resourceUsage().maxRSS * 1024 - before)
