import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'

import type { ProjectFields } from '../../../../machines/projects/project-edit.machine'
import type { Project } from '../../../../machines/projects/project-list'

const fieldNames: Record<keyof ProjectFields, string> = {
  name: 'Project name',
  notes: 'Notes',
  type: 'Type',
  isPrivate: 'Private project',
}

const textOf = (project: Project, field: keyof ProjectFields) =>
  field === 'isPrivate' ? (project.isPrivate ? 'yes' : 'no') : (project[field] ?? 'No notes available')

type ChangedElsewhereProps = { project: Project; changed: (keyof ProjectFields)[]; onTake: () => void }

/**
 * Shows what was changed in a project elsewhere while its form was open. Those changes are not overwritten until the
 * user presses Save again.
 */
export function ChangedElsewhere({ project, changed, onTake }: ChangedElsewhereProps) {
  return (
    <chakra.div
      role="alert"
      display="grid"
      gap="3"
      p="4"
      textStyle="sm"
      borderWidth="1px"
      borderColor="warning.border"
      borderRadius="l3"
      bg="warning.subtle"
    >
      <chakra.p fontWeight="semibold" color="warning.fg">
        This project was changed after you opened it, by someone else or in another tab.
      </chakra.p>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="1">
        {changed.map((field) => (
          <chakra.div key={field} display="contents">
            <chakra.dt color="fg.muted">{fieldNames[field]}</chakra.dt>
            <chakra.dd overflowWrap="anywhere" lineClamp="3">
              {textOf(project, field)}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <p>Your changes are still here. If you save, only the fields that you changed are overwritten.</p>
      <Button size="sm" variant="outline" bg="bg.panel" justifySelf="start" onClick={onTake}>
        Use the saved version
      </Button>
    </chakra.div>
  )
}
