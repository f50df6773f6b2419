import { useActorRef } from '@xstate/react'
import { useState } from 'react'

import type { SeenFile as Seen } from '../../../machines/files/file-seen.machine'
import { useSeenMachines } from './seen-machines'

/** Records, while a file is shown, that the person has seen what was new in it. Renders nothing itself. */
export function SeenFile({ fileId, until, onSeen }: Seen & { onSeen: () => void }) {
  const [input] = useState({ fileId, until })
  const machine = useSeenMachines().fileSeen.provide({ actions: { tellSeen: onSeen } })
  useActorRef(machine, { input })
  return null
}
