import { useActorRef } from '@xstate/react'
import { useState } from 'react'

import type { Folder } from '../../../machines/files/file-order'
import type { ProjectsActor } from '../../../machines/projects/projects.machine'
import { useFileMachines } from '../../../src/workspace/files/machines'
import { ProjectFiles } from '../../../src/workspace/files/project-files'
import { project } from '../../model/samples'

/** Renders a project's files. The open folder, previewed file and comment are kept in state, not in the URL. */
export function FilesOf({ projects }: { projects: ProjectsActor }) {
  const [input] = useState({ projectId: 'p1', projects })
  const files = useActorRef(useFileMachines().projectFiles, { input })
  const [folder, setFolder] = useState<Folder>('inputs')
  const [openId, setOpenId] = useState<string | null>(null)
  const [commentId, setCommentId] = useState<string | null>(null)
  return (
    <ProjectFiles
      files={files}
      project={project()}
      folder={folder}
      openId={openId}
      onFolder={setFolder}
      onOpen={setOpenId}
      commentId={commentId}
      onComment={setCommentId}
    />
  )
}
